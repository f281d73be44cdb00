import type { RiskFactor } from '../club/risk-factors.ts'
import type { LapsingCustomersInsight, MembersAtRiskInsight } from '../insight/insight.ts'
import type { Told } from './told.ts'

export const tellMembersAtRisk = (_insight: MembersAtRiskInsight): Told => ({
  title: 'Club members who may leave soon',
  sentences: [
    '{members} members are far likelier to cancel in the next months than others; about {expectedCancellations} of them should.',
    'What they bring in a year comes to about {stake} for those who would leave.',
  ],
  unusual: 'Tested on months held back, members who left were ranked above those who stayed in {concordance} of pairs.',
  advice: ['Call them, the likeliest first: a word before the next release keeps more members than an offer after it.'],
  tone: 'bad',
})

export const tellLapsing = (_insight: LapsingCustomersInsight): Told => ({
  title: 'Good customers who have not come back',
  sentences: [
    '{customers} of your best customers have stayed away longer than they usually do.',
    'Together they spent {yearlySpend} a year.',
  ],
  unusual: 'Each is late by their own rhythm: nearly all pauses of theirs were shorter.',
  advice: ['Write to each by name, with the wine they bought last.'],
  tone: 'bad',
})

const REASONS: Readonly<Record<Exclude<RiskFactor, 'base'>, string>> = {
  firstMonths: 'joined only months ago',
  firstYear: 'is in the first year',
  longTenure: 'has been a member for long',
  oneSkip: 'paused lately',
  moreSkips: 'paused more than once lately',
  declined: 'had a card declined',
  noVisit: 'has hardly visited lately',
  noPurchase: 'has hardly bought beside the club lately',
  spendsLess: 'spends much less than before',
  winter: 'it is winter',
}

export const riskReason = (factor: Exclude<RiskFactor, 'base'>): string => REASONS[factor]
