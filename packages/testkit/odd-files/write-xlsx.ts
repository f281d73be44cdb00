import { type Options, ZipFile } from 'yazl'

/** Number formats of `cellXfs`, by index. */
export const XLSX_STYLES = { plain: 0, date: 1, dateTime: 2, percent: 3, euro: 4 } as const

export type XlsxCell = string | { readonly number: number; readonly style: number } | null

export interface XlsxSheet {
  readonly name: string
  readonly rows: readonly (readonly XlsxCell[])[]
  readonly isHidden?: boolean
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const STYLES = `${HEAD}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>`

const columnName = (index: number): string => String.fromCharCode(65 + index)

const sheetXml = (rows: XlsxSheet['rows'], texts: string[]): string => {
  const cellXml = (value: XlsxCell, reference: string): string => {
    if (value === null) return ''
    if (typeof value !== 'string') return `<c r="${reference}" s="${value.style}"><v>${value.number}</v></c>`
    if (!texts.includes(value)) texts.push(value)
    return `<c r="${reference}" t="s"><v>${texts.indexOf(value)}</v></c>`
  }
  const rowXml = rows.map((cells, row) => {
    // Excel leaves blank rows out.
    if (cells.length === 0) return ''
    const inner = cells.map((value, column) => cellXml(value, `${columnName(column)}${row + 1}`)).join('')
    return `<row r="${row + 1}">${inner}</row>`
  })
  return `${HEAD}<worksheet ${MAIN}><sheetData>${rowXml.join('')}</sheetData></worksheet>`
}

const FIXED: Partial<Options> = { mtime: new Date(2026, 0, 1), mode: 0o100644 }

/** A ZIP file of the given files. */
export const zipFiles = async (
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, FIXED)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** A workbook as Excel writes it, as far as an import reads it. */
export const writeXlsx = (sheets: readonly XlsxSheet[], { is1904 = false } = {}): Promise<Buffer> => {
  const texts: string[] = []
  const bodies = sheets.map(({ rows }) => sheetXml(rows, texts))
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return zipFiles([
    ['[Content_Types].xml', `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      'xl/sharedStrings.xml',
      `${HEAD}<sst ${MAIN}>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ],
    ...bodies.map((body, index) => [`xl/worksheets/sheet${index + 1}.xml`, body] as const),
  ])
}
