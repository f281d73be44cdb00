import { ActionIcon, Button, Group, Menu, NumberInput, Select, Table, Tooltip } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReleaseWine } from '#contract/release-plans.ts'
import { type ExpectedLine, neededBottles } from '#domain/release-lines.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { PageLink, Section } from '../insights/detail/exact-number.tsx'
import { fieldId, rangeText, type StockBySku, shortfallOf, substitutesOf, type WineNeed } from './release-tasks.ts'

const STATES: Readonly<Record<WineNeed['state'], readonly [text: string, verdict?: 'bad' | 'warning']>> = {
  enough: ['Enough'],
  tight: ['May run short', 'warning'],
  short: ['Short', 'bad'],
  unknown: ['Stock not known'],
}

interface StockStateProps extends Pick<WineTableProps, 'needs' | 'charged' | 'stock'> {
  readonly need: WineNeed
  readonly onChange: (wine: ReleaseWine) => void
}

/** How a wine stands; what can be done where stock may not cover it. */
const StockState = ({ need, needs, charged, stock, onChange }: StockStateProps) => {
  const { value } = useFormats()
  const [name, verdict] = STATES[need.state]
  if (charged === null || verdict === undefined) return name
  const substitutes = substitutesOf(need, needs, stock)
  const covered = Math.max(0, Math.floor(need.stock?.left ?? 0)) / charged.high
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          <span data-verdict={verdict}>
            {need.state === 'short' ? `Short ${value(shortfallOf(need), 'integer')}` : name}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {covered > 0 && (
          <Menu.Item onClick={() => onChange({ sku: need.sku, bottles: covered })}>
            Lower to {value(neededBottles(charged, covered).expected, 'integer')} bottles
          </Menu.Item>
        )}
        {substitutes.map(({ sku, title, spare, bottles }) => (
          <Menu.Item key={sku} onClick={() => onChange({ sku, bottles: bottles + need.bottles })}>
            Replace with {title} ({value(spare, 'integer')} to spare)
          </Menu.Item>
        ))}
        {substitutes.length === 0 && <Menu.Label>No other wine has enough to spare</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

interface WineTableProps {
  readonly needs: readonly WineNeed[]
  readonly charged: ExpectedLine | null
  readonly stock: StockBySku
  /** of the release */
  readonly day: string
  /** of the last release */
  readonly previous: readonly ReleaseWine[]
  /** `key` identifies the edited field */
  readonly onChange: (wines: readonly ReleaseWine[], key?: string) => void
}

/** What runs short comes first. */
const ORDER: readonly WineNeed['state'][] = ['short', 'tight', 'unknown', 'enough']

/** The wines of the release: the bottles that they need, compared with what is in stock. */
export const WineTable = ({ needs, charged, stock, day, previous, onChange }: WineTableProps) => {
  const formats = useFormats()
  const [showsAll, setShowsAll] = useState(false)
  // As of when a wine was last added or removed: no row moves while its bottles are typed.
  const [first, setFirst] = useState(needs)
  if (first.length !== needs.length) setFirst(needs)
  const urgencyOf = ({ sku, state }: WineNeed) => ORDER.indexOf(first.find((one) => one.sku === sku)?.state ?? state)
  const enough = needs.filter((need) => need.state === 'enough' && ORDER[urgencyOf(need)] === 'enough')
  const rows = (showsAll ? needs : needs.filter((need) => !enough.includes(need))).toSorted(
    (a, b) => urgencyOf(a) - urgencyOf(b),
  )
  const wines = needs.map(({ sku, bottles }): ReleaseWine => ({ sku, bottles }))
  const offered = [...stock]
    .filter(([sku]) => !wines.some((wine) => wine.sku === sku))
    .map(([value, { title }]) => ({ value, label: `${title} (${value})` }))
  const add = (sku: string): void => {
    setShowsAll(true)
    onChange([...wines, { sku, bottles: 1 }])
  }
  const replace = (sku: string, by: ReleaseWine, key?: string): void => {
    // Shown in the place of the other, whatever its own urgency.
    setFirst(first.map((one) => (one.sku === sku ? { ...one, sku: by.sku } : one)))
    const others = wines.filter((wine) => wine.sku === sku || wine.sku !== by.sku)
    onChange(
      others.map((wine) => (wine.sku === sku ? by : wine)),
      key,
    )
  }
  return (
    <Section title="Wines">
      {rows.length === 0 ? null : (
        <ScrollTable
          label="Wines"
          minWidth={620}
          hasCards
          columns={['Wine', right('Bottles'), right('Free to sell'), 'Stock', '']}
        >
          {rows.map((need) => (
            <Table.Tr key={need.sku} className={listing.focusable}>
              <Table.Td>
                <PageLink address={`/products/${encodeURIComponent(need.sku)}?by=sku`}>{need.title}</PageLink>
                {need.title === need.sku ? null : <span className={listing.second}>{need.sku}</span>}
              </Table.Td>
              <Table.Td ta="right">
                <NumberInput
                  id={fieldId(need.sku)}
                  aria-label={`Bottles of ${need.title}`}
                  size="xs"
                  w={96}
                  display="inline-block"
                  min={1}
                  allowDecimal={false}
                  value={need.needed?.expected ?? ''}
                  onChange={(total) =>
                    charged &&
                    Number(total) > 0 &&
                    replace(need.sku, { sku: need.sku, bottles: Number(total) / charged.expected }, need.sku)
                  }
                />
                <span className={listing.second}>
                  {formats.value(need.bottles, 'number')} a member, {rangeText(need.needed, 'integer', formats)}
                </span>
              </Table.Td>
              <Table.Td ta="right">
                {formats.value(need.stock?.free, 'integer')}
                {need.stock?.left !== need.stock?.free && (
                  <span className={listing.second}>
                    about {formats.value(need.stock?.left, 'integer')} on {formats.day(day)}
                  </span>
                )}
              </Table.Td>
              <Table.Td>
                <StockState {...{ need, needs, charged, stock }} onChange={(by) => replace(need.sku, by)} />
              </Table.Td>
              <Table.Td className={listing.actions}>
                <Tooltip label="Remove">
                  <ActionIcon
                    aria-label={`Remove ${need.title}`}
                    onClick={() => onChange(wines.filter(({ sku }) => sku !== need.sku))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          ))}
        </ScrollTable>
      )}
      {enough.length === 0 ? null : (
        <Button variant="default" w="fit-content" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Hide' : 'Show'} {enough.length} with enough stock
        </Button>
      )}
      <Group gap="xs">
        {needs.length === 0 && previous.length > 0 && (
          <Button onClick={() => onChange(previous)}>Use the wines of the last release</Button>
        )}
        <Select
          key={needs.length}
          aria-label="Add a wine"
          placeholder="Add a wine by name or SKU"
          data={offered}
          searchable
          limit={50}
          w={320}
          nothingFoundMessage="No product in stock matches"
          onChange={(sku) => sku !== null && add(sku)}
        />
      </Group>
    </Section>
  )
}
