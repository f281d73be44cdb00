import { CsvFileError, describeProblem } from '#connectors/csv/file-problem.ts'
import { FILE_KINDS } from '#connectors/csv/mapping.ts'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { createUtf8Reader } from '#connectors/csv/utf8.ts'
import type { FileSource, RemoteFile } from '#connectors/kit/file-source.ts'
import { Failure } from '#contract/errors.ts'
import type { ConnectionTest } from '#contract/service-checks.ts'
import type { AccountLocale } from '../find-service.ts'
import { assertKindKnown, resolveImport } from '../preview-import.usecases.ts'
import type { SavedSettings } from '../saved-settings.repo.ts'
import { settingsFor, toImportSettings } from '../sync/file-settings.ts'

/** What a test of a connection reads of the newest file. */
const HEAD_BYTES = 256 * 1024
const MAX_NAMED = 3
const MAX_COLUMNS = 12

type Description = Pick<ConnectionTest, 'facts' | 'warnings'>

interface TestedFiles {
  readonly settings: Readonly<Record<string, unknown>>
  readonly account: AccountLocale
  /** settings of an earlier import of a file with these columns */
  readonly findSaved: (columns: readonly string[]) => Promise<SavedSettings | null>
}

/** The newest files of a source, and how the newest one would be read. Throws the errors of platform-problems.ts. */
export const describeFiles = async (source: FileSource, tested: TestedFiles): Promise<Description> => {
  toImportSettings(tested.settings)
  const files = (await source.list()).toReversed()
  const [newest] = files
  const key = source.learned.hostKey ? [{ label: 'Server key', value: source.learned.hostKey }] : []
  if (!newest) return { facts: key, warnings: ['There are no such files yet. They will be imported when they appear.'] }
  const head = await readHead(source, newest)
  const read = isText(head) ? await describeHead(head, newest, tested) : NOTHING
  const others = files.length > MAX_NAMED ? [`and ${(files.length - MAX_NAMED).toLocaleString('en-US')} more`] : []
  const names = [...files.slice(0, MAX_NAMED).map(nameWithSize), ...others].join(', ')
  return {
    facts: [{ label: files.length === 1 ? 'File' : 'Newest files', value: names }, ...read.facts, ...key],
    warnings: read.warnings,
  }
}

const NOTHING: Description = { facts: [], warnings: [] }

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const formatSize = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const unitDisplay = power === 0 ? 'long' : 'short'
  const format = { style: 'unit', unit: UNITS[power], unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-US', format).format(bytes / 1000 ** power)
}

const nameWithSize = ({ name, size }: RemoteFile): string => (size === null ? name : `${name} (${formatSize(size)})`)

const readHead = async (source: FileSource, file: RemoteFile): Promise<Buffer> => {
  const download = await source.download(file, null)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of download?.content ?? []) {
    if (!(chunk instanceof Uint8Array)) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}

const LINE_END = 10

/** Excel files, archives and other encodings are read when they are imported. */
const isText = (head: Buffer): boolean => !head.includes(0) && !(head[0] === 0x1f && head[1] === 0x8b)

const describeHead = async (
  head: Buffer,
  { name }: RemoteFile,
  { settings, account, findSaved }: TestedFiles,
): Promise<Description> => {
  const isWhole = head.length < HEAD_BYTES
  const rows = isWhole ? head : head.subarray(0, head.lastIndexOf(LINE_END) + 1)
  const reader = createUtf8Reader()
  const normalizer = createCsvNormalizer()
  try {
    normalizer.push(reader.push(rows))
    normalizer.push(reader.end())
    normalizer.end()
    const file = { ...normalizer.report(), paths: [], tables: [], readTables: [] }
    const { settings: asked, keys } = settingsFor(settings, await findSaved(file.columns))
    const details = resolveImport(file, asked, account.currency, keys)
    assertKindKnown(asked, details)
    return {
      facts: [
        { label: 'Read as', value: FILE_KINDS[details.kind].label },
        { label: 'Columns', value: shortList(file.columns) },
      ],
      warnings: details.problems.map((problem) => `${name}: ${describeProblem(problem)}`),
    }
  } catch (error) {
    if (error instanceof CsvFileError || error instanceof Failure)
      return { facts: [], warnings: [`${name} can’t be imported: ${error.message}`] }
    throw error
  }
}

const shortList = (columns: readonly string[]): string =>
  [...columns.slice(0, MAX_COLUMNS), ...(columns.length > MAX_COLUMNS ? ['…'] : [])].join(', ')
