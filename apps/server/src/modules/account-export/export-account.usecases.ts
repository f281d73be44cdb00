import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { assertFound } from '#contract/errors.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { ACCOUNT_TABLES } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { presentLocation } from '#server/modules/account-settings/index.ts'
import { type AccountRow, activeCustomFields, findAccount, presentAccount } from '#server/modules/accounts/index.ts'
import { findAccountPicture, listPictures } from '#server/modules/pictures/index.ts'
import { tableJson, warehouseCsv } from './export-tables.ts'
import { EXPORTED_TABLES, readMe } from './read-me.ts'

/** A file of the archive; `open` is called when the file is written. */
interface Entry {
  readonly path: string
  readonly open: () => Promise<Readable> | Readable
}

const tables = ACCOUNT_TABLES.flatMap(({ name, about, exported, hasId }) =>
  about === null ? [] : [{ table: name, about, columns: exported, hasId, file: `${name}.json` }],
)

const text = (content: string) => () => Readable.from([Buffer.from(content)])

const recordEntries = (deps: Deps, { id: accountId, currency }: AccountRow, signal: AbortSignal): Entry[] =>
  EXPORTED_TABLES.map((table) => ({
    path: `records/${table}.csv`,
    open: () => warehouseCsv(deps, { accountId, table, currency }, signal),
  }))

const pictureEntries = async ({ db }: Deps, accountId: number): Promise<Entry[]> =>
  (await listPictures(db, accountId)).map(({ name, user_id, size }) => ({
    path: `pictures/${user_id ?? 'logo'}-${size}.webp`,
    // The file may have been replaced since.
    open: async () => Readable.from([(await findAccountPicture(db, accountId, name)) ?? Buffer.alloc(0)]),
  }))

const entriesOf = async (deps: Deps, account: AccountRow, signal: AbortSignal): Promise<Entry[]> => {
  const { id: accountId, name: accountName, time_zone: timeZone, currency } = account
  const hasRecords = (await deps.warehouse.status(accountId)).dataVersion > 0
  const madeUtc = new Date(deps.clock.now()).toISOString()
  const described = tables.map(({ file, about }) => ({ name: file, about }))
  const settings = {
    ...presentAccount(account),
    location: presentLocation(account),
    customFields: activeCustomFields(account),
    ownCodes: account.own_codes.codes,
    stockPromises: account.stock_promises.promises,
  }
  return [
    {
      path: 'README.txt',
      open: text(readMe({ accountName, madeUtc, timeZone, currency, tables: described, hasRecords })),
    },
    { path: 'account.json', open: text(`${JSON.stringify(settings, null, 2)}\n`) },
    ...tables.map(({ table, file, columns, hasId }) => ({
      path: `app/${file}`,
      open: () => Readable.from(tableJson(deps.db, { accountId, table, columns, hasId })),
    })),
    ...(hasRecords ? recordEntries(deps, account, signal) : []),
    ...(await pictureEntries(deps, accountId)),
  ]
}

/** Opens the source when the first byte is read. */
async function* opened(open: Entry['open']): AsyncGenerator<Buffer | string> {
  const content = await open()
  try {
    yield* content
  } finally {
    content.destroy()
  }
}

/**
 * Everything that an account owns as a zip file, generated while it is read with backpressure and one open file at a time.
 * On failure the stream is destroyed, so that an incomplete archive is recognizable.
 */
export const accountZip = async (deps: Deps, account: AccountRow, signal: AbortSignal): Promise<Readable> => {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const contents: Readable[] = []
  output.once('close', () => {
    for (const content of contents) content.destroy()
  })
  signal.addEventListener('abort', () => output.destroy(), { once: true })
  const mtime = new Date(deps.clock.now())
  for (const { path, open } of await entriesOf(deps, account, signal)) {
    const content = Readable.from(opened(open), { objectMode: false })
    content.once('error', (error) => output.destroy(error))
    contents.push(content)
    zip.addReadStream(content, path, { mtime })
  }
  zip.end()
  return output
}

/** All data of an account as a file. Errors: `account.not_found`. */
export const exportAccount = async (
  deps: Deps,
  accountId: number,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly content: Readable }> => {
  const row = assertFound(await findAccount(deps.db, accountId), 'account.not_found')
  const name = `Cuvee export ${localDayOf(deps.clock.now(), row.time_zone)}.zip`
  return { name, content: await accountZip(deps, row, signal) }
}
