import type { InsightFigure } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './detail.module.css'
import { ExactNumber } from './exact-number.tsx'
import { receiptWords } from './receipt-words.ts'
import { Section } from './section.tsx'

interface FigureTableProps {
  readonly shown: readonly InsightFigure[]
  /** all of the insight: rules name them */
  readonly figures: readonly InsightFigure[]
}

/** The figures that the sentences are made of, each with its receipt. */
export const FigureTable = ({ shown, figures }: FigureTableProps) => {
  const formats = useFormats()
  if (shown.length === 0) return null
  return (
    <Section title="Figures">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Figures and where they come from">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" data-numeric>
                Value
              </th>
              <th scope="col" className={classes.howHead}>
                How it came about
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((figure) => (
              <tr key={figure.id}>
                <th scope="row">{figure.label}</th>
                <td data-numeric>
                  <ExactNumber figure={figure} />
                </td>
                <td className={classes.how}>{receiptWords(figure, figures, formats)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}
