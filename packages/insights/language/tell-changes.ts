import type { ConversionShiftInsight, DriverInsight } from '../insight/insight.ts'
import type { Told } from './told.ts'

const DIMENSION_WORDS: Readonly<Record<DriverInsight['dimension'], string>> = {
  channel: 'sales channels',
  product: 'products',
  club: 'clubs',
  teamMember: 'team members',
}

const sizeOf = ({ figures }: DriverInsight, id: string): number =>
  figures.find((figure) => figure.id === id)?.value ?? 0

const way = (value: number): string => (value < 0 ? 'less' : 'more')

const sign = (value: number): string => (value < 0 ? 'took away' : 'added')

export const tellDriver = (insight: DriverInsight): Told => {
  const change = sizeOf(insight, 'change')
  const groups = insight.leading.map((_name, at) => {
    const id = `group${at + 1}`
    return `{${id}.name} (${sizeOf(insight, `${id}.change`) < 0 ? 'down' : 'up'} {${id}.change})`
  })
  const isOfClub = insight.dimension === 'club'
  return {
    title: `Why ${isOfClub ? 'club' : 'net'} sales were ${change < 0 ? 'lower' : 'higher'}`,
    sentences: [
      `Net sales ${isOfClub ? 'of' : 'without'} the club came to {after} over {period}: {change} ${way(change)} than over {comparedWith} ({changeShare}).`,
      `More or fewer sold ${sign(sizeOf(insight, 'volume'))} {volume}, prices ${sign(sizeOf(insight, 'price'))} {price}, and what was sold instead of what ${sign(sizeOf(insight, 'mix'))} {mix}.`,
      ...(groups.length > 0 && insight.isClear
        ? [`Among ${DIMENSION_WORDS[insight.dimension]} these moved it most: ${groups.join(', ')}.`]
        : []),
    ],
    unusual: null,
    advice: [
      insight.isClear
        ? 'Begin with what moved most: open its report and see which days it was.'
        : 'No group stands out: look at guests and opening days before looking at products.',
    ],
    tone: change < 0 ? 'bad' : 'good',
  }
}

export const tellConversionShift = ({ conversion, direction }: ConversionShiftInsight): Told => {
  const what = conversion === 'tasting' ? 'bought a bottle' : 'joined a club'
  return {
    title: `${direction === 'up' ? 'More' : 'Fewer'} tasting guests ${what}`,
    sentences: [
      `Over {period}, {hitsAfter} of {guestsAfter} guests ${what}: {rateAfter}.`,
      `Over {comparedWith} it was {rateBefore}: {hitsBefore} of {guestsBefore}.`,
    ],
    unusual:
      'The rate now lies between {rateLow} and {rateHigh} in most cases. It is no chance with a certainty of {certainty}.',
    advice: [
      direction === 'up'
        ? 'Ask the team what they do differently and make it the habit of all.'
        : 'Listen in on a few tastings: is the wine offered, and the club told of, before the guests pay?',
    ],
    tone: direction === 'up' ? 'good' : 'bad',
  }
}
