import { z } from 'zod'
import { failFields } from '#contract/errors.ts'
import { type HomeMeasure, HomeKpi as StoredKpi } from '#contract/home.ts'
import { DEFAULT_HOME_KPIS, HOME_KPI_COUNT, type HomeKpi } from '#domain/home.ts'
import { HOME_MEASURES, isHomeKpi, isOfOrders } from '#reports/home/home-kpi.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type AccountRow, findAccount, lockAccount, updateAccount } from '#server/modules/accounts/index.ts'

/** Key in the JSON column of account settings. */
const SETTING = 'homeKpis'

const StoredKpis = z.array(StoredKpi).length(HOME_KPI_COUNT)

/** The account's choice; the defaults if it has none, or one of which the catalog no longer has a measure. */
const chosenKpis = (settings: AccountRow['settings'] | undefined): readonly HomeKpi[] => {
  const { data } = StoredKpis.safeParse(settings?.[SETTING])
  return data?.every(isHomeKpi) ? data : DEFAULT_HOME_KPIS
}

export const readHomeKpis = async ({ db }: Deps, accountId: number): Promise<readonly HomeKpi[]> =>
  chosenKpis((await findAccount(db, accountId))?.settings)

/** What a card can show, by report type in the order of the catalog. */
export const homeMeasures = (): HomeMeasure[] =>
  HOME_MEASURES.map(({ reportType, title, measure: { columnId, displayName, description } }) => ({
    reportType,
    measure: columnId,
    displayName,
    description: description ?? '',
    group: title,
    isOfOrders: isOfOrders({ reportType }),
  }))

/** Errors: `request.invalid` naming each measure that Home cannot show, and each that is listed twice. */
const assertKpis = (kpis: readonly HomeKpi[]): void => {
  const keys = kpis.map((kpi) => JSON.stringify([kpi.reportType, kpi.measure, kpi.channel, kpi.includeClubOrders]))
  const problems = kpis.flatMap((kpi, at) => {
    const field = `kpis[${at}].measure`
    if (!isHomeKpi(kpi)) return [{ field, message: 'Home can’t show this number' }]
    return keys.indexOf(keys[at] ?? '') < at ? [{ field, message: 'This number is listed twice' }] : []
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** Errors: those of `assertKpis`. */
export const saveHomeKpis = async (
  { db }: Deps,
  accountId: number,
  kpis: readonly HomeKpi[],
): Promise<readonly HomeKpi[]> => {
  assertKpis(kpis)
  await inTransaction(db, async (trx) => {
    const row = await lockAccount(trx, accountId)
    await updateAccount(trx, accountId, { settings: JSON.stringify({ ...row?.settings, [SETTING]: kpis }) })
  })
  return kpis
}
