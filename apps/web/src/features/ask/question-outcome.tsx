import { firstMessage } from '#web/api/api-error.ts'
import { AnswerPanel } from './answer-panel.tsx'
import classes from './ask.module.css'
import { NotUnderstood } from './not-understood.tsx'
import type { Question } from './use-question.ts'

interface QuestionOutcomeProps {
  readonly question: Question
  readonly onAsk: (words: string) => void
}

/** What came of the question: its answer, the words that were not understood, or why it could not be asked. */
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
