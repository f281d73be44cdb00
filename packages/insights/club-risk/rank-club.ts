import type { RankingAccuracy } from '#contract/save-list.ts'
import { hasRecentOrders } from '../account/unanalyzed.ts'
import type { AnalysisInput, MemberHistory } from '../insight/inputs.ts'
import type { DayRange } from '../series/series.ts'
import { learnRisk, type MemberRisk, rankMembers } from './risk-model.ts'

interface Ranked {
  readonly state: 'ranked'
  readonly quality: RankingAccuracy
}

interface Unranked {
  readonly state: 'unranked'
  /** fewCancellations: fewer than 30 before the held-out months */
  readonly reason: 'oldData' | 'fewCancellations' | 'inaccurate'
  readonly cancellations: number
  /** null if nothing could be tested */
  readonly quality: RankingAccuracy | null
}

/** What is known of a ranking without its members. */
export type RankingSummary = Ranked | Unranked

/** The active members by risk, computed once per analysis run for the insight and the save list. */
export type ClubRisk = (Ranked & { readonly members: readonly MemberRisk[] }) | Unranked

/** A model with a worse ranking or calibration than this is not used. */
const LEAST_CONCORDANCE = 0.6
const CALIBRATION = { low: 0.5, high: 2 }

const isTrusted = ({ concordance, calibration }: RankingAccuracy): boolean =>
  concordance >= LEAST_CONCORDANCE && calibration >= CALIBRATION.low && calibration <= CALIBRATION.high

export const NOT_RANKED: ClubRisk = { state: 'unranked', reason: 'fewCancellations', cancellations: 0, quality: null }

/** Ranks the active members by their chance of canceling; not if the model does not predict held-out months. */
export const rankByRisk = (members: readonly MemberHistory[], { from, until }: DayRange): ClubRisk => {
  const { model, quality, cancellations } = learnRisk(members, from, until)
  if (model === null || quality === null)
    return { state: 'unranked', reason: 'fewCancellations', cancellations, quality: null }
  if (!isTrusted(quality)) return { state: 'unranked', reason: 'inaccurate', cancellations, quality }
  return { state: 'ranked', members: rankMembers(members, model, until), quality }
}

/** The same for an account whose orders go on. */
export const rankClub = ({ members, series, range }: Pick<AnalysisInput, 'members' | 'series' | 'range'>): ClubRisk =>
  hasRecentOrders(series, range) ? rankByRisk(members, range) : { ...NOT_RANKED, reason: 'oldData' }
