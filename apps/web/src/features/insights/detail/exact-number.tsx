import { MISSING } from '#charts/value-format.ts'
import type { InsightFigure } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { PageLink } from './page-link.tsx'
import { addressOf, exactText } from './receipt-words.ts'

/** A figure that leads to the page that shows it too, where there is one. */
export const ExactNumber = ({ figure }: { figure: InsightFigure | null }) => {
  const formats = useFormats()
  if (figure === null) return MISSING
  const text = exactText(figure, formats)
  const address = addressOf(figure)
  if (address === null) return text
  return (
    <PageLink address={address} label={`${figure.label} ${text}: open the report`}>
      {text}
    </PageLink>
  )
}
