import { inflateRawSync } from 'node:zlib'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50

/** The files of a zip as text, by path; sizes and offsets are read from its central directory. */
export const unzipped = (zip: Buffer): ReadonlyMap<string, string> => {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== END) throw new Error('This is no zip without a comment')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === CENTRAL_HEADER) {
    const packed = zip.readUInt32LE(at + 20)
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) !== LOCAL_HEADER) throw new Error('A file of the zip is not where its directory says')
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    const content = zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), content.toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}
