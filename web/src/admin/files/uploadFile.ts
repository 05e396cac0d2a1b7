import { addRecordFile, addRecordFilePiece } from '@packboard/contract'
import { call, callWithForm, worthAnotherTry } from '../../api/call.ts'

/** Tries of one piece: a line that breaks for a moment costs no upload. */
const tries = 3

/** Sends a file in pieces; `began` is called with its number, and `sent` with the bytes that have arrived. */
export async function uploadFile(
  clientId: number,
  file: File,
  { began, sent }: { began: (fileId: number) => void; sent: (bytes: number) => void },
): Promise<void> {
  const { id, pieceBytes } = await call(addRecordFile, {
    params: { clientId },
    body: { name: file.name.slice(-255), bytes: file.size },
  })
  began(id)
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    const piece = file.slice(offset, offset + pieceBytes, 'application/octet-stream')
    await sendPiece({ clientId, fileId: id }, offset, piece)
    sent(Math.min(file.size, offset + pieceBytes))
  }
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
