import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { activeMembersFigure, clubSalesFigure } from '../../account/reported-figures.ts'
import type { ClubRisk } from '../../club-risk/rank-club.ts'
import { type MemberRisk, MONTHS_AHEAD, RISK_REASONS } from '../../club-risk/risk-model.ts'
import { defineInsight, estimated, type InsightBase, twoDigits } from '../../insight/define-insight.ts'
import { computed, countedFigure } from '../../insight/figure.ts'
import type { ClubYear } from '../../insight/inputs.ts'
import { isOne } from '../../language/phrases.ts'

/** Members who are likely to cancel, with reasons: created by `membersAtRisk`. */
export interface MembersAtRiskInsight extends InsightBase {
  readonly kind: 'membersAtRisk'
  /** in descending order of risk */
  readonly members: readonly MemberRisk[]
}

/** Members are listed above this multiple of the average risk and above this absolute risk. */
const TIMES_USUAL = 2
const LEAST_CHANCE = 0.1
const MOST_NAMED = 25
const METHOD = 'clubSurvival'

/** Members who are likely to cancel, with reasons; null if the club has no ranking. */
const membersAtRisk = (clubRisk: ClubRisk, clubYear: ClubYear, today: LocalDay): MembersAtRiskInsight | null => {
  if (clubRisk.state === 'unranked') return null
  const { quality, members } = clubRisk
  const named = members
    .filter(({ chance, timesUsual }) => timesUsual >= TIMES_USUAL && chance >= LEAST_CHANCE)
    .slice(0, MOST_NAMED)
  if (named.length === 0) return null
  const leaving = named.reduce((sum, { chance }) => sum + chance, 0)
  const expected = estimated('expectedCancellations', Math.round(leaving * 10) / 10, 'count', METHOD)
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
      countedFigure('members', named.length, { what: 'members named', subject: ACCOUNT, range: null }),
      expected,
      ...ofTheClub,
      yearly,
      stake,
      estimated('concordance', Math.round(quality.concordance * 100) / 100, 'share', METHOD),
    ],
    stake: Math.round(stake.value),
    confidence: quality.concordance,
    unusual: null,
  }
}

export const membersAtRiskInsight = defineInsight('membersAtRisk', 'Club members at risk', {
  description: 'Members who are likely to cancel, with the reasons.',
  icon: 'IconUserMinus',
  peopleTitle: 'Members',
  // The members are ranked before, for the save list too.
  inputs: ['members', 'clubYear'],
  detect: ({ clubYear }, { clubRisk, history: { until } }) => {
    const insight = membersAtRisk(clubRisk, clubYear, until)
    return insight === null ? [] : [insight]
  },
  describe: ({ figures }) => ({
    title: 'Club members at risk of canceling',
    sentences: [
      `{members} ${isOne(figures, 'members') ? 'member is listed,' : 'members are listed, each'} at least twice as likely to cancel in the coming months as usual. Expect about {expectedCancellations} ${isOne(figures, 'expectedCancellations') ? 'cancellation' : 'cancellations'}.`,
      'The members expected to leave bring in about {stake} a year.',
    ],
    unusual: 'In past months held back for testing, the ranking was right {concordance} of the time.',
    advice: [
      'Call them, starting with the most likely to leave: a call before the next release keeps more members than an offer after it.',
    ],
    tone: 'bad',
  }),
  actions: () => [{ kind: 'people', label: 'Open the list' }],
  outcome: () => 'ordersAndClub',
  extraFigures: ({ members }) =>
    members.map(({ chance }, at) => estimated(`person${at + 1}.chance`, twoDigits(chance), 'share', 'clubSurvival')),
  people: ({ members }) =>
    members.map(({ membershipId, club, reasons }) => ({
      id: membershipId,
      detail: club === '' ? null : club,
      reasons: reasons.map(({ factor }) => RISK_REASONS[factor]),
    })),
  figureLabels: {
    members: 'Members listed',
    expectedCancellations: 'Expected cancellations',
    clubSales: 'Club sales in the past year',
    activeMembers: 'Active members',
    memberYearlyValue: 'Yearly value of a membership',
    concordance: 'Ranking accuracy',
    chance: 'Chance of canceling',
  },
  methods: {
    clubSurvival:
      'Learned from members who left and stayed, by tenure, pauses, visits, and spending, and tested on the most recent months.',
  },
})
