import type { Figure } from '../insight/figure.ts'
import type { Insight } from '../insight/insight.ts'

/** Nobody is surer than this, and rarer than this is not told apart. */
const SUREST = 0.99
const RAREST = 10_000

const twoDigits = (value: number): number => Number(value.toPrecision(2))

const estimated = (id: string, value: number, unit: Figure['unit'], method: string): Figure => ({
  id,
  value,
  unit,
  recipe: { kind: 'estimated', method },
})

const aboutPeople = (insight: Insight): Figure[] => {
  if (insight.kind === 'membersAtRisk')
    return insight.members.map(({ chance }, at) =>
      estimated(`person${at + 1}.chance`, twoDigits(chance), 'share', 'clubSurvival'),
    )
  if (insight.kind !== 'lapsingCustomers') return []
  return insight.customers.flatMap(({ daysSince, usualDays }, at) => [
    estimated(`person${at + 1}.daysSince`, daysSince, 'days', 'daysSinceLastOrder'),
    estimated(`person${at + 1}.usualDays`, usualDays, 'days', 'ownRhythm'),
  ])
}

/** Figures that sentences tell beside those that the detectors give: how rare, how sure, and of the people named. */
export const extraFigures = (insight: Insight): Figure[] => [
  ...(insight.unusual === null
    ? []
    : [
        estimated(
          'odds',
          Math.min(RAREST, twoDigits(1 / Math.max(insight.unusual.probability, 1 / RAREST))),
          'count',
          'rarity',
        ),
        estimated('certainty', Math.min(SUREST, Math.floor(insight.confidence * 100) / 100), 'share', 'certainty'),
      ]),
  ...(insight.kind === 'goalPace'
    ? [estimated('chance', Math.round(insight.chance * 100) / 100, 'share', 'pace')]
    : []),
  ...aboutPeople(insight),
]
