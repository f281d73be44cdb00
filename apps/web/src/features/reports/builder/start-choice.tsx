import { Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { isInPlan } from '#domain/navigation.ts'
import { useAccount } from '#web/app/account-data.ts'
import { SearchField } from '#web/app/listing.tsx'
import { reportPath } from './builder-start.ts'
import classes from './start-choice.module.css'

interface Choice {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly search: { readonly from: string } | { readonly type: string }
}

const holds = ({ title, text }: Choice, wanted: string): boolean => `${title} ${text}`.toLowerCase().includes(wanted)

const TYPE_TEXTS: Readonly<Record<string, string>> = lookupTable({
  Orders: 'Order sales, counts, and averages',
  OrderLines: 'What sold: products, brands, and vintages',
  Products: 'Your catalog and what each product sold',
  Customers: 'Who buys, where they live, and what they spend',
  CustomerMonths: 'Cohorts: who comes back, and what customers are worth over time',
  Inventory: 'What’s in stock and how long it will last',
  Memberships: 'Club members, signups, and cancellations',
  MembershipMonths: 'Cohorts: how long members stay, and what they spend',
  MembershipHolds: 'Members on hold, since when, and why',
  ClubReleases: 'Club shipments, processed and skipped',
  ReleaseMembers: 'Each member in each release, with skips and declined cards',
  Reservations: 'Visits and tastings',
  SegmentMembers: 'Who is in your segments, who entered, and who left',
})

/** Start of a new report: a source, or an existing report. */
export const StartChoice = ({ catalog }: { catalog: ReportCatalog }) => {
  const account = useAccount()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const types = catalog.reportTypes.map(
    ({ reportType, title }): Choice => ({
      key: reportType,
      title,
      text: TYPE_TEXTS[reportType] ?? '',
      search: { type: reportType },
    }),
  )
  const reports = catalog.builtin
    .filter(({ accountTypes }) => account !== null && isInPlan({ accountTypes, roles: null }, account.accountType))
    .map((report): Choice => {
      const from = reportPath(report)
      return { key: from, title: report.title, text: report.description, search: { from } }
    })
  return (
    <Stack gap={24} maw="var(--cuvee-width-list)" mx="auto">
      <Group justify="space-between" gap="12px 24px">
        <Title order={1}>New report</Title>
        <SearchField label="Search templates" placeholder="Search" value={search} onChange={setSearch} />
      </Group>
      <Choices title="Start from scratch" choices={types.filter((one) => holds(one, wanted))} />
      <Choices title="Start from a template" choices={reports.filter((one) => holds(one, wanted))} />
    </Stack>
  )
}

const Choices = ({ title, choices }: { title: string; choices: readonly Choice[] }) =>
  choices.length === 0 ? null : (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <ul className={`bare-list ${classes.choices}`}>
        {choices.map(({ key, title: name, text, search }) => (
          <li key={key}>
            <Link to="/reports/my/new" search={search} className={`card ${classes.choice}`} title={text}>
              <span className={classes.name}>{name}</span>
              {'type' in search ? <span className="hint">{text}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
