import type { HomeSummary, SentencePart } from '#contract/home.ts'
import classes from './home.module.css'
import { ExplainedText } from './home-lineage.tsx'

interface PartProps {
  readonly part: SentencePart
  readonly numbers: HomeSummary['numbers']
}

const Part = ({ part: { text, number, period }, numbers }: PartProps) => {
  const value = number === null ? undefined : numbers[number]
  return value === undefined ? (
    text
  ) : (
    <ExplainedText number={value} period={period}>
      {text}
    </ExplainedText>
  )
}

/** Marks at the start of a text that belong to the number before it. */
const marksOf = (part: SentencePart | undefined): string =>
  part?.number === null ? (/^[.,;:]+/.exec(part.text)?.[0] ?? '') : ''

/** The sentence; each of its numbers opens its lineage, and no line begins with a mark. */
export const HomeSentence = ({ summary: { sentence, numbers } }: { readonly summary: HomeSummary }) =>
  sentence.map((part, place) => {
    const isNumber = part.number !== null
    const taken = sentence[place - 1]?.number == null ? '' : marksOf(part)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and are replaced together
      <span key={place} className={isNumber ? classes.number : undefined}>
        <Part part={{ ...part, text: part.text.slice(taken.length) }} numbers={numbers} />
        {isNumber ? marksOf(sentence[place + 1]) : null}
      </span>
    )
  })
