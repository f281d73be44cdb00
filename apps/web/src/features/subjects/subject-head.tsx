import { Anchor, Box, Button, Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { InsightSummary } from '#contract/insights.ts'
import type { SubjectPage } from '#contract/subjects.ts'
import { namedSubjectAddress, SUBJECT_PAGES, subjectAddress, subjectNamedBy } from '#domain/subject-pages.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { PathLink } from '#ui/page-link.tsx'
import { Notice } from '#web/app/notice.tsx'
import { cellText } from '#widgets/kit/cell-text.ts'
import { PageLink, Section } from '../insights/detail/exact-number.tsx'
import classes from './subject.module.css'

const NO_NAME = 'No name'

/** The name of a page's subject, and the facts about it. */
export const SubjectHead = ({ page }: { page: SubjectPage }) => {
  const formats = useFormats()
  const { kind, id, name, columns, row, others } = page
  const cellAt = (columnId: string) => row[columns.findIndex((column) => column.columnId === columnId)]
  const facts = columns.flatMap((column, index) => {
    const cell = row[index] ?? null
    if (cell === null || cell === '' || cell === name || cell === id) return []
    return [
      {
        column,
        text: cellText(column, cell, formats, false),
        address: subjectNamedBy(column.columnId) === kind ? null : namedSubjectAddress(column.columnId, cellAt),
      },
    ]
  })
  return (
    <header className={classes.head}>
      <Group justify="space-between" align="flex-start" gap="8px 16px">
        <Box flex="1 1 180px" miw={0}>
          <p className={classes.kind}>{SUBJECT_PAGES[kind].title}</p>
          <Title order={1}>{name ?? NO_NAME}</Title>
          {id === name ? null : <p className={classes.note}>ID {id}</p>}
        </Box>
        {kind === 'club' ? (
          <Button component={PathLink} href={`${subjectAddress(kind, { id })}/next-release`}>
            Plan the next release
          </Button>
        ) : null}
      </Group>
      {facts.length === 0 ? null : (
        <dl className={classes.facts}>
          {facts.map(({ column, text, address }) => (
            <div key={`${column.columnId}.${column.displayName}`}>
              <dt>{column.displayName}</dt>
              <dd>
                {column.columnId === 'email' ? (
                  <Anchor href={`mailto:${text}`} inherit>
                    {text}
                  </Anchor>
                ) : address === null ? (
                  text
                ) : (
                  <PageLink address={address}>{text}</PageLink>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.length === 0 ? null : (
        <Notice title="Another service has a record with this ID">
          {others.map((other) => (
            <p key={other.serviceId} className={classes.other}>
              <PageLink address={subjectAddress(kind, { id, serviceId: other.serviceId })}>
                {other.name ?? NO_NAME}
              </PageLink>{' '}
              in {other.serviceName}
            </p>
          ))}
        </Notice>
      )}
    </header>
  )
}

/** The insights about a page's subject. */
export const RelatedInsights = ({ insights }: { insights: readonly InsightSummary[] }) => {
  const formats = useFormats()
  if (insights.length === 0) return null
  return (
    <Section title="Insights">
      <ul className="plain-list">
        {insights.map(({ insightId, title, summary, period }) => (
          <li key={insightId}>
            <Anchor
              inherit
              fw={500}
              renderRoot={(props) => <Link {...props} to="/ai/insights/$id" params={{ id: insightId }} />}
            >
              {title}
            </Anchor>
            <p className={classes.note}>
              {summary} {formats.range(period.from, period.until)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
