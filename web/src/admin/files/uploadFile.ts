import { addRecordFile, addRecordFilePiece } from '@packboard/contract'
import { call, callWithForm, worthAnotherTry } from '../../api/call.ts'

/** Tries of one piece: a line that breaks for a moment costs no upload. */
const tries = 3

/** Sends a file in pieces; `sent` is called with the bytes that have arrived. Returns its number. */
export async function uploadFile(
  clientId: number,
  file: File,
  sent: (bytes: number) => void,
): Promise<number> {
  const { id, pieceBytes } = await call(addRecordFile, {
    params: { clientId },
    body: { name: file.name.slice(-255), bytes: file.size },
  })
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    const piece = file.slice(offset, offset + pieceBytes, 'application/octet-stream')
    await sendPiece({ clientId, fileId: id }, offset, piece)
    sent(Math.min(file.size, offset + pieceBytes))
  }
  return id
}

async function sendPiece(
  params: { readonly clientId: number; readonly fileId: number },
  offset: number,
  piece: Blob,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await callWithForm(addRecordFilePiece, { params, query: { offset: String(offset) } }, piece)
      return
    } catch (error) {
      if (left === 1 || !worthAnotherTry(error)) throw error
    }
  }
}
