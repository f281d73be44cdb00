import { unzipped } from './unzipped.fixture.ts'

export interface SheetValue {
  /** `n` number, `s` text, `b` boolean, `f` formula */
  readonly type: 'n' | 's' | 'b' | 'f'
  readonly value: string
  /** number format from the styles */
  readonly format: string | null
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (xml: string): string =>
  xml.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    return String.fromCodePoint(Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1)))
  })

const decodeXmlText = (xml: string): string =>
  [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => decoded(text)).join('')

const formatsOf = (styles: string): (string | null)[] => {
  const codes = new Map(
    [...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      /numFmtId="(\d+)"/.exec(tag)?.[1] ?? '',
      decoded(/formatCode="([^"]*)"/.exec(tag)?.[1] ?? ''),
    ]),
  )
  const cellXfs = /<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? ''
  return [...cellXfs.matchAll(/<xf ([^>]*)>/g)].map(([, attributes = '']) => {
    const id = /numFmtId="(\d+)"/.exec(attributes)?.[1]
    return (id === undefined ? null : codes.get(id)) ?? null
  })
}

const EMPTY: SheetValue = { type: 's', value: '', format: null }

/** `A` is 0, `AA` is 26. */
const columnIndex = (letters: string): number =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

interface Book {
  readonly shared: readonly string[]
  readonly formats: readonly (string | null)[]
}

const cellOf = (attributes: string, xml: string, { shared, formats }: Book): SheetValue => {
  const kind = /t="(\w+)"/.exec(attributes)?.[1] ?? 'n'
  const raw = decoded(/<v>([^<]*)<\/v>/.exec(xml)?.[1] ?? '')
  const format = formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? -1)] ?? null
  if (xml.includes('<f')) return { type: 'f', value: raw, format }
  if (kind === 's') return { type: 's', value: shared[Number(raw)] ?? '', format }
  if (kind === 'inlineStr' || kind === 'str')
    return { type: 's', value: kind === 'str' ? raw : decodeXmlText(xml), format }
  return { type: kind === 'b' ? 'b' : 'n', value: raw, format }
}

/** The cells of a workbook's n-th sheet, row by row, read from its XML. */
export const readSheet = (xlsx: Buffer, index: number): SheetValue[][] => {
  const files = unzipped(xlsx)
  const sheet = files.get(`xl/worksheets/sheet${index}.xml`) ?? ''
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, xml = '']) =>
    decodeXmlText(xml),
  )
  const formats = formatsOf(files.get('xl/styles.xml') ?? '')
  return [...sheet.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => {
    const cells: SheetValue[] = []
    for (const [, attributes = '', xml = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnIndex(/r="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '')
      // Empty cells are left out of the file.
      while (cells.length < column) cells.push(EMPTY)
      cells.push(cellOf(attributes, xml, { shared, formats }))
    }
    return cells
  })
}
