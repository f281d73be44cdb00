import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choose as Choices, NotUnderstood as Refusal } from '#contract/ask.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import classes from './ask.module.css'

/** Questions that every winery's data can answer. */
export const EXAMPLES = ['sales by channel last month', 'top 10 customers this year', 'members by club'] as const

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

interface NotUnderstoodProps {
  readonly refusal: Refusal
  /** asks again with a word replaced */
  readonly onReplace: (word: string, near: string) => void
}

const reasonOf = ({ notUnderstood, reason }: Refusal): string => {
  if (reason !== undefined) return reason
  return notUnderstood.length === 0
    ? 'Mention a metric, such as sales, orders, members, or guests.'
    : `Not recognized: ${quoted(notUnderstood)}. Try other words.`
}

/** What is missing or was not recognized, and similar known words. */
const NotUnderstood = ({ refusal, onReplace }: NotUnderstoodProps) => {
  const { suggestions, languages } = refusal
  return (
    <section className={classes.answer} aria-label="Not understood">
      <p className={classes.explanation}>{reasonOf(refusal)}</p>
      {languages.length === 0 ? null : (
        <p className={classes.figureNote}>
          You can ask in {languages.slice(0, -1).join(', ')}, or {languages.at(-1)}.
        </p>
      )}
      {suggestions.map(({ word, near }) => (
        <p key={word} className={classes.figureNote}>
          For “{word}”, did you mean{' '}
          {near.map((one) => (
            <button key={one} type="button" className={classes.near} onClick={() => onReplace(word, one)}>
              {one}
            </button>
          ))}
          ?
        </p>
      ))}
      <p className={classes.figureNote}>Try asking: {quoted(EXAMPLES)}.</p>
    </section>
  )
}

interface ChooseProps {
  readonly choices: Choices['choices']
  /** place of the chosen one */
  readonly chosen: number | null
  readonly onChoose: (at: number) => void
}

/** The readings of an ambiguous question, to choose from; they stay, so that another can be chosen. */
const Choose = ({ choices, chosen, onChoose }: ChooseProps) => (
  <section className={classes.answer} aria-label="Which do you mean?">
    <p className={classes.explanation}>This can mean more than one thing. Which do you mean?</p>
    <ul className={classes.choices}>
      {choices.map(({ explanation }, at) => (
        <li key={explanation}>
          <button type="button" className={classes.choice} aria-pressed={at === chosen} onClick={() => onChoose(at)}>
            {explanation}
          </button>
        </li>
      ))}
    </ul>
  </section>
)

/** Asks a question only on demand, one at a time: a user may ask twenty an hour. */
export const useQuestion = () => {
  const { queries } = useRuntime()
  const [chosen, setChosen] = useState<number | null>(null)
  const question = useMutation(queries.ask.ask.mutationOptions({ retry: false, onMutate: () => setChosen(null) }))
  const { data } = question
  const choices = data && 'choices' in data ? data.choices : null
  const understood = data && 'definition' in data ? data : (choices?.[chosen ?? -1] ?? null)
  const reset = (): void => {
    setChosen(null)
    question.reset()
  }
  return { ...question, reset, understood, choices, chosen, choose: setChosen }
}

type Question = ReturnType<typeof useQuestion>

interface QuestionOutcomeProps {
  readonly question: Question
  readonly onAsk: (words: string) => void
}

/** Result of a question: its answer, the words that were not recognized, or the error. */
export const QuestionOutcome = ({ question, onAsk }: QuestionOutcomeProps) => {
  const { data, error, isPending, variables, understood, choices, chosen, choose } = question
  const asked = variables?.question ?? ''
  return (
    <>
      {isPending ? <p className={classes.waiting}>Looking it up…</p> : null}
      {error ? (
        <p role="alert" className={classes.failure}>
          {firstMessage(error, 'Your question couldn’t be sent. Check your connection.')}
        </p>
      ) : null}
      {data && 'notUnderstood' in data ? (
        <NotUnderstood refusal={data} onReplace={(word, near) => onAsk(asked.replace(word, near))} />
      ) : null}
      {choices ? <Choose choices={choices} chosen={chosen} onChoose={choose} /> : null}
      {understood ? (
        <AnswerPanel understood={understood} onAsTyped={() => question.mutate({ question: asked, asTyped: true })} />
      ) : null}
    </>
  )
}
