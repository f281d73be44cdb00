import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import { activeMembersFigure, clubSalesFigure } from '../account/reported-figures.ts'
import { ACCOUNT } from '../account/subject.ts'
import { computed, type Figure } from '../insight/figure.ts'
import type { MembersAtRiskInsight } from '../insight/insight.ts'
import type { ClubYear } from './club-year.ts'
import type { MemberHistory } from './member-history.ts'
import { MONTHS_AHEAD, rankMembers } from './member-risk.ts'
import { learnRisk } from './risk-model.ts'

export interface ClubRiskInput {
  readonly members: readonly MemberHistory[]
  /** first day on which the records are complete */
  readonly from: LocalDay
  /** first day that is not over */
  readonly today: LocalDay
  readonly clubYear: ClubYear
}

/** Members are named when so many times likelier to leave than the average member, and at least so likely. */
const TIMES_USUAL = 2
const LEAST_CHANCE = 0.1
const MOST_NAMED = 25
/** A model that ranks no better than this, or counts this far off, says nothing. */
const LEAST_CONCORDANCE = 0.6
const CALIBRATION = { low: 0.5, high: 2 }

const isTrusted = (quality: NonNullable<ReturnType<typeof learnRisk>>['quality']): boolean =>
  quality !== null &&
  quality.concordance >= LEAST_CONCORDANCE &&
  quality.calibration >= CALIBRATION.low &&
  quality.calibration <= CALIBRATION.high

const estimated = (id: string, value: number, unit: Figure['unit']): Figure => ({
  id,
  value,
  unit,
  recipe: { kind: 'estimated', method: 'clubSurvival' },
})

/** Members who are likely to leave, with reasons; null when the past teaches nothing that holds in months held back. */
export const membersAtRisk = (input: ClubRiskInput): MembersAtRiskInsight | null => {
  const { members, from, today, clubYear } = input
  const model = learnRisk(members, from, today)
  if (model?.quality === null || model === null || !isTrusted(model.quality)) return null
  const named = rankMembers(members, model, today)
    .filter(({ chance, timesUsual }) => timesUsual >= TIMES_USUAL && chance >= LEAST_CHANCE)
    .slice(0, MOST_NAMED)
  if (named.length === 0) return null
  const leaving = named.reduce((sum, { chance }) => sum + chance, 0)
  const expected = estimated('expectedCancellations', Math.round(leaving * 10) / 10, 'count')
  const days = { from: clubYear.from, until: clubYear.until }
  const ofTheClub = [
    clubSalesFigure({ id: 'clubSales', value: clubYear.sales }, days),
    activeMembersFigure({ id: 'activeMembers', value: clubYear.members }, days),
  ]
  const yearly = computed({ id: 'memberYearlyValue', unit: 'price', rule: 'ratio', of: ofTheClub })
  const stake = computed({ id: 'stake', unit: 'money', rule: 'product', of: [expected, yearly] })
  return {
    kind: 'membersAtRisk',
    key: `membersAtRisk ${today.slice(0, 7)}`,
    subject: ACCOUNT,
    period: { from: today, until: addMonths(today, MONTHS_AHEAD) },
    members: named,
    figures: [
      {
        id: 'members',
        value: named.length,
        unit: 'count',
        recipe: { kind: 'counted', what: 'members named', subject: ACCOUNT, range: null },
      },
      expected,
      ...ofTheClub,
      yearly,
      stake,
      estimated('concordance', Math.round(model.quality.concordance * 100) / 100, 'share'),
    ],
    stake: Math.round(stake.value),
    confidence: model.quality.concordance,
    unusual: null,
  }
}
