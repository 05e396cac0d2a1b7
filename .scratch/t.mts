import { openTestServer } from '../server/src/testing/openTestServer.ts'
let t=Date.now(); const lap=(w:string)=>{console.log(w,Date.now()-t);t=Date.now()}
const s = await openTestServer(); lap('open')
await s.signIn('user'); lap('signin')
await s.send('FW-101',[{kind:'sample',serialNo:'FW-101',time:Date.now(),state:10}]); lap('send')
await s.parts.telemetry.settled(); lap('settled')
console.log(s.lines.slice(0,12).join(''))
s.lines.length=0
await s.close(); lap('close')
console.log(s.lines.join(''))
