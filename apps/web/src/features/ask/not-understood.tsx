import type { NotUnderstood as Refusal } from '#contract/ask.ts'
import classes from './ask.module.css'
import { EXAMPLES } from './examples.ts'

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

interface NotUnderstoodProps {
  readonly refusal: Refusal
  /** asks again with a word in the place of another */
  readonly onReplace: (word: string, near: string) => void
}

/** Which words nothing could be made of, and known ones that look like them. */
export const NotUnderstood = ({ refusal, onReplace }: NotUnderstoodProps) => {
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
