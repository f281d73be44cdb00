import { Fragment } from 'react'
import type { HomeSummary, SentencePart } from '#contract/home.ts'
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

/** The sentence; each of its numbers opens its lineage. */
export const HomeSentence = ({ summary: { sentence, numbers } }: { readonly summary: HomeSummary }) =>
  sentence.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and are replaced together
    <Fragment key={place}>
      <Part part={part} numbers={numbers} />
    </Fragment>
  ))
