type PictureFormat = 'jpeg' | 'png' | 'webp'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte)

const latin1 = (bytes: Uint8Array, from: number, until: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', Math.max(0, from), until)

/** What a file is by its first bytes, whatever its name and type say; null: none of the pictures that are taken. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | null => {
  if (begins(bytes, PNG)) return 'png'
  if (begins(bytes, JPEG)) return 'jpeg'
  return latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP' ? 'webp' : null
}

const MARKUP = /<(?:script|!doctype|html|svg|\?php)[\s>/]/i
/** Readers of PDF look for its mark in so many bytes. */
const PDF_HEAD = 1024
/** The end record of a zip file, with the longest comment behind it. */
const ZIP_TAIL = 65_557

/** Whether a picture is another kind of file as well: a page, a program, a PDF, an archive. */
export const isPolyglot = (bytes: Uint8Array): boolean =>
  latin1(bytes, 0, PDF_HEAD).includes('%PDF-') ||
  latin1(bytes, bytes.length - ZIP_TAIL, bytes.length).includes('PK\x05\x06') ||
  MARKUP.test(latin1(bytes, 0, bytes.length))
