import { useMutation } from '@tanstack/react-query'
import type { NotUnderstood as Refusal } from '#contract/ask.ts'
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

/** Words that were not recognized, and similar known words. */
const NotUnderstood = ({ refusal, onReplace }: NotUnderstoodProps) => {
  const { notUnderstood, suggestions } = refusal
  return (
    <section className={classes.answer} aria-label="Not understood">
      <p className={classes.explanation}>
        {notUnderstood.length === 0
          ? 'Mention a metric, such as sales, orders, members, or guests.'
          : `Not recognized: ${quoted(notUnderstood)}. Try other words.`}
      </p>
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

/** Asks a question only on demand, one at a time: a user may ask twenty an hour. */
export const useQuestion = () => {
  const { queries } = useRuntime()
  return useMutation(queries.ask.ask.mutationOptions({ retry: false }))
}

type Question = ReturnType<typeof useQuestion>

interface QuestionOutcomeProps {
  readonly question: Question
  readonly onAsk: (words: string) => void
}

/** Result of a question: its answer, the words that were not recognized, or the error. */
export const QuestionOutcome = ({ question: { data, error, isPending, variables }, onAsk }: QuestionOutcomeProps) => {
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
      {data && 'definition' in data ? <AnswerPanel understood={data} /> : null}
    </>
  )
}
