import { inflateSync } from 'node:zlib'

type Objects = ReadonlyMap<string, string>

const objectsOf = (pdf: Buffer): Objects =>
  new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )

const readStream = (objects: Objects, id: string): string => {
  const body = objects.get(id) ?? ''
  const [, packed = ''] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
  const bytes = Buffer.from(packed, 'latin1')
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

const characterOf = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** The characters of a font's glyphs, by hexadecimal code. */
const glyphsOf = (objects: Objects, font: string): ReadonlyMap<string, string> => {
  const [, id = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '') ?? []
  const glyphs = new Map<string, string>()
  for (const [, from = '', list = ''] of readStream(objects, id).matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries())
      glyphs.set((Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'), characterOf(hex))
  return glyphs
}

const textsOf = (objects: Objects, page: string): string[] => {
  const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? []
  const [, resources = ''] = /\/Resources (\d+) 0 R/.exec(page) ?? []
  const fonts = new Map(
    [...(objects.get(resources) ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
      name,
      glyphsOf(objects, id),
    ]),
  )
  return [...readStream(objects, content).matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const glyphs = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '')
    const codes = [...block.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return codes.map((code) => glyphs?.get(code) ?? '?').join('')
  })
}

/** The text fragments of each page in drawing order, decoded by the fonts' character maps. */
export const readPdf = (pdf: Buffer): string[][] => {
  const objects = objectsOf(pdf)
  const [, kids = ''] = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec([...objects.values()].join('\n')) ?? []
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => textsOf(objects, objects.get(id) ?? ''))
}
