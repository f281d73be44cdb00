import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SaveList } from '#contract/save-list.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { Pages } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { saveFile } from '#web/features/reports/export/download.ts'
import { MemberPanel } from './member-panel.tsx'
import { MemberTable } from './member-table.tsx'
import { Reliability } from './reliability.tsx'
import { listText, membersCsv, SHOWN, type Shown, shownMembers, unrankedTexts } from './save-list-labels.ts'

/** Club members to call before they cancel. */
export const SaveListScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.saveList.get.queryOptions())
  const members = query.data?.members ?? []
  const handleExport = () =>
    saveFile({ name: 'save-list.csv', file: new Blob([membersCsv(members)], { type: 'text/csv;charset=utf-8' }) })
  return (
    <ReaderFormats>
      <Stack maw="var(--cuvee-width-wide)" mx="auto">
        <ScreenHead
          title="Save List"
          tools={
            members.length > 0 && (
              <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleExport}>
                Export CSV
              </Button>
            )
          }
        >
          Club members most worth calling before they cancel.
        </ScreenHead>
        <QueryContent query={query} height={320}>
          {(list) => <LoadedList list={list} />}
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

const LoadedList = ({ list }: { list: SaveList }) => (
  <>
    {list.unranked === null ? <Members list={list} /> : <EmptyPanel {...unrankedTexts(list.unranked)} />}
    <Reliability list={list} />
  </>
)

const isShown = (value: unknown): value is Shown => SHOWN.some((one) => one === value)

/** Which members are shown; part of the URL. */
const useShown = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const show = (shown: string) => void navigate({ to: '/ai/save-list', search: shown === 'all' ? {} : { show: shown } })
  return { shown: isShown(search.show) ? search.show : 'all', show } as const
}

const LABELS: Readonly<Record<Shown, string>> = { all: 'All members', mine: 'Assigned to me', open: 'Not called' }

/** Members per page. */
const PAGE_SIZE = 25

const Members = ({ list: { members } }: { list: SaveList }) => {
  const formats = useFormats()
  const userId = useCurrentUser()?.id
  const { shown, show } = useShown()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<{ readonly id: string; readonly index: number } | null>(null)
  if (members.length === 0)
    return <EmptyPanel title="Nobody to call" text="No member with sales in the last year is at risk of canceling." />
  const rows = shownMembers(members, shown, userId)
  const open = (id: string): void => setOpened({ id, index: rows.findIndex((row) => row.id === id) })
  // one that a call has taken off the shown list leaves its index to the next
  const next = opened && rows[opened.index + Number(rows[opened.index]?.id === opened.id)]
  const first = Math.min(page - 1, Math.ceil(rows.length / PAGE_SIZE) - 1) * PAGE_SIZE
  return (
    <>
      <Group justify="space-between" gap="8px 16px">
        <Text className="numbers" fw={500}>
          {listText(rows, formats)}
        </Text>
        <NativeSelect
          aria-label="Which members"
          data={SHOWN.map((value) => ({
            value,
            label: `${LABELS[value]} (${shownMembers(members, value, userId).length})`,
          }))}
          value={shown}
          onChange={({ currentTarget: { value } }) => show(value)}
        />
      </Group>
      {rows.length === 0 ? (
        <p className={listing.empty} role="status">
          {shown === 'mine' ? 'No member is assigned to you.' : 'Every member has been contacted.'}
        </p>
      ) : (
        <>
          <MemberTable members={rows.slice(first, first + PAGE_SIZE)} onOpen={open} />
          <Pages total={rows.length} pageSize={PAGE_SIZE} page={first / PAGE_SIZE + 1} onPage={setPage} />
        </>
      )}
      <MemberPanel
        member={members.find(({ id }) => id === opened?.id) ?? null}
        onNext={next ? () => open(next.id) : null}
        onClose={() => setOpened(null)}
      />
    </>
  )
}
