import { saveCandidates } from '#insights/club-risk/save-candidates.ts'
import type { Deps } from '#server/deps.ts'
import { clubRanked } from '#server/modules/insights/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { nextEntries } from './next-entries.ts'
import { deleteEntries, findList, listEntries, saveEntries, saveList } from './save-list.repo.ts'

/** Brings the save list up to date with each analysis. A club without a trusted ranking gets no new entries. */
export const updateSaveList = subscribe(clubRanked, async ({ db, ids }: Deps, ranked) => {
  const { accountId, today, clubRisk, customerOf, customersOnRecord } = ranked
  const { holdout_percent } = await findList(db, accountId)
  const { entries, removedIds } = nextEntries({
    accountId,
    today,
    members: ranked.members.filter(({ membershipId }) => customersOnRecord.has(customerOf.get(membershipId) ?? '')),
    holdoutPercent: holdout_percent,
    stored: await listEntries(db, accountId),
    candidates: clubRisk.state === 'ranked' ? saveCandidates(clubRisk.members, ranked) : [],
    newId: () => ids.next(),
  })
  const summary = clubRisk.state === 'ranked' ? { state: clubRisk.state, quality: clubRisk.quality } : clubRisk
  await deleteEntries(db, accountId, removedIds)
  await saveEntries(db, entries)
  await saveList(db, accountId, { ranking: JSON.stringify(summary) })
})
