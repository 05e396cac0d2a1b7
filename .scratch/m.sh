export PACKBOARD_DATA=$(mktemp -d /tmp/pb-m-XXXX) PORT=0 MQTT_PORT=0
node --import tsx server/src/main.ts --demo > .scratch/1.log 2>&1 & P1=$!
for i in $(seq 60); do grep -q '"ready"' .scratch/1.log && break; sleep 0.2; done; tail -1 .scratch/1.log
date +%s.%N; timeout 30 node --import tsx server/src/main.ts --demo > .scratch/2.log 2>&1; echo code $?; date +%s.%N; cat .scratch/2.log
kill -TERM $P1; wait $P1; echo first $?; date +%s.%N
tail -3 .scratch/1.log
rm -rf $PACKBOARD_DATA
