import type { z } from 'zod'
import { assertFound, fail, failFields } from '#contract/errors.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { SavedReportInput } from '#contract/saved-reports.ts'
import { isPermitted } from '#domain/role.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { namesVersion } from '#server/http/etag.ts'
import { userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import {
  assertAnswerable,
  assertOwnService,
  presentSavedReport,
  readSavedReport,
  savedReportEtag,
  storedDefinition,
} from './saved-definition.ts'
import {
  countAllReports,
  countOwnReports,
  countOwnSharedReports,
  countSharedReports,
  insertReport,
  lockOwnReport,
  lockTrashed,
  type SavedReportRow,
  transferReports,
  updateReport,
} from './saved-reports.repo.ts'

type Input = z.output<typeof SavedReportInput>

const mayShare = ({ roles }: Caller): boolean => isPermitted(roles, 'sharing')

/** In characters of JSON; a report with a hundred columns has a few thousand. */
const MAX_DEFINITION = 20_000

const assertStorable = (definition: object): void => {
  if (JSON.stringify(definition).length <= MAX_DEFINITION) return
  const message = 'This report is too large to save. Remove columns or filters.'
  throw failFields('request.invalid', [{ field: 'columns', message }])
}

const assertRoomForOwn = (trx: Db, caller: Caller): Promise<void> =>
  assertRoom(trx, 'savedReports', caller.userId, () => countOwnReports(trx, caller))

const assertRoomForShared = (trx: Db, { accountId }: Caller): Promise<void> =>
  assertRoom(trx, 'sharedReports', accountId, () => countSharedReports(trx, accountId))

const insert = (deps: Deps, caller: Caller, definition: ReportDefinition, isPublic: boolean) => {
  const { accountId, userId } = caller
  const { name, description, ...rest } = definition
  assertStorable(rest)
  const now = new Date(deps.clock.now())
  return inTransaction(deps.db, async (trx) => {
    await assertRoomForOwn(trx, caller)
    await assertRoom(trx, 'withTrash', `reports:${userId}`, () => countAllReports(trx, caller))
    if (isPublic) await assertRoomForShared(trx, caller)
    return insertReport(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      user_id: userId,
      name,
      description,
      definition: JSON.stringify(rest),
      is_public: isPublic,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
  })
}

/** Errors: `auth.forbidden` for a shared report without the right to share; `report.invalid`; `request.quota`. */
export const createSavedReport = async (deps: Deps, caller: Caller, input: Input): Promise<SavedReportRow> => {
  const { isPublic, ...definition } = input
  if (isPublic && !mayShare(caller)) throw fail('auth.forbidden')
  assertAnswerable(deps, caller, definition)
  await assertOwnService(deps, caller, definition)
  return insert(deps, caller, definition, isPublic)
}

const COPY = ' (copy)'
const MAX_NAME = 200

/** Truncates long names without splitting a surrogate pair. */
const copyName = (name: string): string => {
  const short = name.slice(0, MAX_NAME - COPY.length)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}${COPY}`
}

/** A private copy of an own or a shared report. Errors: as `readSavedReport`. */
export const copySavedReport = async (deps: Deps, caller: Caller, id: string): Promise<SavedReportRow> => {
  const definition = storedDefinition(await readSavedReport(deps, caller, id))
  return insert(deps, caller, { ...definition, name: copyName(definition.name) }, false)
}

interface Save {
  readonly id: string
  /** the `If-Match` header */
  readonly ifMatch: string | undefined
  readonly input: Input & { readonly version?: number | undefined }
}

/**
 * Replaces an own report and raises its version. A shared report stays shared when its owner may no longer share.
 *
 * @throws Failure `report.not_found`; `report.stale` with the current report in `current`; `report.invalid`; `auth.forbidden` when
 * a private report would be shared without the right to share
 */
export const saveSavedReport = (deps: Deps, caller: Caller, { id, ifMatch, input }: Save): Promise<SavedReportRow> => {
  const { isPublic, version, name, description, ...rest } = input
  return inTransaction(deps.db, async (trx) => {
    const row = assertFound(await lockOwnReport(trx, caller, id), 'report.not_found')
    assertCurrentVersion(row, caller, version, ifMatch)
    assertAnswerable(deps, caller, { name, description, ...rest })
    // A report of a service that was deleted since can still be renamed.
    if (rest.serviceId !== storedDefinition(row).serviceId) await assertOwnService({ ...deps, db: trx }, caller, input)
    assertStorable(rest)
    if (isPublic && !row.is_public) {
      if (!mayShare(caller)) throw fail('auth.forbidden')
      await assertRoomForShared(trx, caller)
    }
    return updateReport(trx, row, {
      name,
      description,
      definition: JSON.stringify(rest),
      is_public: isPublic,
      version: row.version + 1,
      updated_at: new Date(deps.clock.now()),
    })
  })
}

const assertCurrentVersion = (row: SavedReportRow, { userId }: Caller, version?: number, ifMatch?: string): void => {
  const current = presentSavedReport(row, userId)
  const isStale = version !== undefined && version !== row.version
  if (isStale || (ifMatch !== undefined && !namesVersion(ifMatch, row.version, savedReportEtag(current))))
    throw fail('report.stale', { extra: { current } })
}

/** Moves an own report to the trash. Errors: `report.not_found`. */
export const trashSavedReport = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const row = assertFound(await lockOwnReport(trx, caller, id), 'report.not_found')
    await updateReport(trx, row, { deleted_at: new Date(deps.clock.now()) })
  })

/** Restores an own report from the trash. Errors: `report.not_found`, `request.quota`. */
export const restoreSavedReport = (deps: Deps, caller: Caller, id: string): Promise<SavedReportRow> =>
  inTransaction(deps.db, async (trx) => {
    const row = assertFound(await lockTrashed(trx, caller, id), 'report.not_found')
    await assertRoomForOwn(trx, caller)
    if (row.is_public) await assertRoomForShared(trx, caller)
    return updateReport(trx, row, { deleted_at: null, updated_at: new Date(deps.clock.now()) })
  })

/** Shared reports of a removed user are transferred; deleted ones stay and are deleted with the user. Errors: `request.quota`. */
export const transferSharedReports = subscribe(userRemoved, async ({ db }: Deps, { accountId, userId, newOwnerId }) => {
  const shared = await countOwnSharedReports(db, { accountId, userId })
  if (shared === 0) return
  const newOwner = { accountId, userId: newOwnerId }
  await assertRoom(db, 'receivedReports', newOwnerId, () => countOwnReports(db, newOwner), shared)
  await transferReports(db, { accountId, userId }, newOwnerId)
})
