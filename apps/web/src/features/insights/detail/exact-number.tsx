import { Anchor, Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { MISSING } from '#charts/value-format.ts'
import type { InsightFigure } from '#contract/insights.ts'
import { useEdgeFade } from '#ui/edge-fade.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { PathLink } from '#ui/page-link.tsx'
import classes from './detail.module.css'
import { exactText, reportAddress } from './provenance-text.ts'

interface PageLinkProps {
  /** path and query of a page of this site, from the API */
  readonly address: string
  /** accessible name; absent: the content is enough */
  readonly label?: string
  readonly children: ReactNode
}

/** A link to a page of this site whose address came with the data. */
export const PageLink = ({ address, label, children }: PageLinkProps) => (
  <Anchor component={PathLink} href={address} inherit underline="always" aria-label={label}>
    {children}
  </Anchor>
)

/** A figure, with a link to the report that shows it if there is one. */
export const ExactNumber = ({ figure }: { figure: InsightFigure | null }) => {
  const formats = useFormats()
  if (figure === null) return MISSING
  const text = exactText(figure, formats)
  const address = reportAddress(figure)
  if (address === null) return text
  return (
    <PageLink address={address} label={`${figure.label} ${text}: open the report`}>
      {text}
    </PageLink>
  )
}

/** A table that scrolls sideways where it has no room; its edge fades while there is more. */
export const ScrollingTable = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const ref = useRef<HTMLElement>(null)
  useEdgeFade(ref)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>{children}</table>
    </section>
  )
}

interface SectionProps {
  readonly title: string
  /** next to the title */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A part of an insight with its own heading. */
export const Section = ({ title, tools, children }: SectionProps) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" gap="8px 16px">
        <Title order={2} id={id}>
          {title}
        </Title>
        {tools}
      </Group>
      {children}
    </Paper>
  )
}
