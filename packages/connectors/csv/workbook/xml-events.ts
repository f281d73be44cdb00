import { createXmlParser } from '../../kit/xml-parser.ts'
import { CsvFileError, fileError } from '../file-problem.ts'

export interface XmlHandlers {
  /** names are without prefix; attributes keep theirs */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const unreadable = (): CsvFileError => fileError('The workbook is damaged. Save it again as XLSX')

const withEntities = (): CsvFileError =>
  fileError('The workbook defines entities, which are not read. Save it again as XLSX')

/** Texts of one element, which the parser hands over in pieces. */
const MAX_ELEMENT_TEXT = 1_000_000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses XML in chunks and yields after each. A document type, and so every entity of its own, is refused. */
export async function* xmlEvents(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = createXmlParser()
  let failure: Error | null = null
  parser.onerror = () => {
    failure ??= unreadable()
  }
  parser.ondoctype = () => {
    failure = withEntities()
  }
  let textLength = 0
  const takeText = (text: string) => {
    textLength += text.length
    if (textLength > MAX_ELEMENT_TEXT) throw fileError('The workbook has a text that is too long')
    // Nothing is kept of a document that is refused.
    if (failure === null) handlers.text?.(text)
  }
  parser.onopentag = ({ name, attributes }) => {
    textLength = 0
    const texts = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const)
    handlers.open?.(localName(name), Object.fromEntries(texts))
  }
  parser.ontext = takeText
  parser.oncdata = takeText
  parser.onclosetag = (name) => handlers.close?.(localName(name))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    try {
      parser.write(decoder.decode(chunk, { stream: true }))
    } catch (error) {
      throw error instanceof CsvFileError ? error : (failure ?? unreadable())
    }
    if (failure !== null) throw failure
    yield
  }
}

/** Parts of a workbook other than sheets and texts are small. */
const MAX_PART_BYTES = 20_000_000

/** Parses a whole document. Throws `CsvFileError` when it is longer than `maxBytes`. */
export const readXml = async (
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
  maxBytes = MAX_PART_BYTES,
): Promise<void> => {
  for await (const _ of xmlEvents(upTo(chunks, maxBytes), handlers));
}

async function* upTo(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw fileError('The workbook is too large. Save the sheet as CSV (UTF-8)')
    yield chunk
  }
}
