import type { Choose as Choices, NotUnderstood as Refusal } from '#contract/ask.ts'
import type { AnswerChange } from '#domain/report-terms.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { AnswerPanel } from './answer-panel.tsx'
import classes from './ask.module.css'
import type { Question } from './use-question.ts'

/** Questions that every winery's data can answer. */
export const EXAMPLES = ['sales by channel last month', 'top 10 customers this year', 'members by club'] as const

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

interface NotUnderstoodProps {
  readonly refusal: Refusal
  /** asks again with a word replaced */
  readonly onReplace: (word: string, near: string) => void
  readonly isNearestShown: boolean
  readonly onNearest: () => void
}

const refusalText = ({ notUnderstood, reason, without }: Refusal): string => {
  if (without !== undefined) return `I ignored ${quoted(without.ignored)}.${reason === undefined ? '' : ` ${reason}`}`
  if (reason !== undefined) return reason
  return notUnderstood.length === 0
    ? 'Mention a metric, such as sales, orders, members, or guests.'
    : `Not recognized: ${quoted(notUnderstood)}. Try other words.`
}

/** What is missing or was not recognized, and similar known words. An answer without these words follows, where there is one. */
const NotUnderstood = ({ refusal, onReplace, isNearestShown, onNearest }: NotUnderstoodProps) => {
  const { suggestions, without, nearest } = refusal
  return (
    <section className={classes.answer} aria-label="Not understood">
      <p className={classes.explanation}>{refusalText(refusal)}</p>
      {suggestions.map(({ word, near }) => (
        <p key={word} className={classes.figureNote}>
          For “{word}”, did you mean{' '}
          {near.map((one) => (
            <button
              key={one}
              type="button"
              className={`bare-button ${classes.near}`}
              onClick={() => onReplace(word, one)}
            >
              {one}
            </button>
          ))}
          ?
        </p>
      ))}
      {nearest === undefined ? null : (
        <>
          <p className={classes.figureNote}>The nearest question with an answer:</p>
          <button type="button" className={classes.choice} aria-pressed={isNearestShown} onClick={onNearest}>
            {nearest.explanation}
          </button>
        </>
      )}
      {without === undefined && nearest === undefined ? (
        <p className={classes.figureNote}>Try asking: {quoted(EXAMPLES)}.</p>
      ) : null}
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
    <ul className={`bare-list ${classes.choices}`}>
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

const CHANGED: Readonly<Record<AnswerChange, string>> = {
  measure: 'the metric',
  groups: 'the grouping',
  filters: 'the filters',
  limits: 'the limits',
  dates: 'the dates',
  comparison: 'the comparison',
  order: 'the order',
  share: 'the share of total',
  chart: 'the chart',
  reasons: 'the breakdown',
}

/** What a follow-up changed, which can be undone. */
const FollowUpNote = ({ changes, onNew }: { changes: readonly AnswerChange[]; onNew: () => void }) => (
  <p className={`${classes.figureNote} ${classes.note} ${classes.offered}`}>
    Follow-up to your last answer: changed {new Intl.ListFormat('en-US').format(changes.map((one) => CHANGED[one]))}.
    <button type="button" className={`bare-button ${classes.near}`} onClick={onNew}>
      Ask as a new question
    </button>
  </p>
)

interface QuestionOutcomeProps {
  readonly question: Question
  /** the question was changed */
  readonly onText: (words: string) => void
}

/** Result of a question: its answer, the words that were not recognized, or the error. */
export const QuestionOutcome = ({ question, onText }: QuestionOutcomeProps) => {
  const { data, error, isPending, understood, choices, chosen, choose } = question
  const changes = (understood ?? choices?.[0])?.changes
  return (
    <>
      {isPending ? <p className={classes.waiting}>Looking it up…</p> : null}
      {error ? (
        <p role="alert" className={classes.failure}>
          {firstMessage(error, 'Your question couldn’t be sent. Check your connection.')}
        </p>
      ) : null}
      {data && 'notUnderstood' in data ? (
        <NotUnderstood
          refusal={data}
          onReplace={(word, near) => onText(question.askReplaced(word, near))}
          isNearestShown={chosen === 0}
          onNearest={() => choose(0)}
        />
      ) : null}
      {changes && !isPending ? <FollowUpNote changes={changes} onNew={question.askAsNew} /> : null}
      {choices ? <Choose choices={choices} chosen={chosen} onChoose={choose} /> : null}
      {understood ? <AnswerPanel understood={understood} onAsTyped={question.askAsTyped} /> : null}
    </>
  )
}
