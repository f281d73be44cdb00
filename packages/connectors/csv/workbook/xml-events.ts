import sax from 'sax'
import { CsvFileError } from '../file-problem.ts'

export interface XmlHandlers {
  /** names are without prefix; attributes keep theirs */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const unreadable = (): CsvFileError =>
  new CsvFileError({ line: null, column: null, value: null, message: 'The workbook is damaged. Save it again as XLSX' })

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses XML in chunks and yields after each. A document type, and so every entity of its own, is refused. */
export async function* xmlEvents(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, {})
  let failure: Error | null = null
  const fail = () => {
    failure ??= unreadable()
  }
  parser.onerror = fail
  parser.ondoctype = fail
  parser.onopentag = ({ name, attributes }) => {
    const texts = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const)
    handlers.open?.(localName(name), Object.fromEntries(texts))
  }
  parser.ontext = (text) => handlers.text?.(text)
  parser.oncdata = (text) => handlers.text?.(text)
  parser.onclosetag = (name) => handlers.close?.(localName(name))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    try {
      parser.write(decoder.decode(chunk, { stream: true }))
    } catch (error) {
      throw error instanceof CsvFileError ? error : unreadable()
    }
    if (failure !== null) throw failure
    yield
  }
}

/** Parses a whole document. */
export const readXml = async (chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> => {
  for await (const _ of xmlEvents(chunks, handlers));
}
