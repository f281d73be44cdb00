import { ActionIcon, Button, Group, NumberInput, Select, Table, Text, type TextProps, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReleaseWine } from '#contract/release-plans.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { Section } from '../insights/detail/exact-number.tsx'
import { rangeText, type StockBySku, shortfallOf, type WineNeed } from './release-tasks.ts'

const STATES: Readonly<Record<WineNeed['state'], TextProps & { readonly children: string }>> = {
  enough: { children: 'Enough' },
  tight: { children: 'May run short' },
  short: { children: 'Short', c: 'var(--cuvee-bad)', fw: 600 },
  unknown: { children: 'Stock not known', c: 'dimmed' },
}

interface WineTableProps {
  readonly needs: readonly WineNeed[]
  readonly stock: StockBySku
  /** of the last release */
  readonly previous: readonly ReleaseWine[]
  /** `key` identifies the edited field */
  readonly onChange: (wines: readonly ReleaseWine[], key?: string) => void
}

/** What runs short comes first. */
const ORDER: readonly WineNeed['state'][] = ['short', 'tight', 'unknown', 'enough']

/** The wines of the release: the bottles that they need, compared with what is in stock. */
export const WineTable = ({ needs, stock, previous, onChange }: WineTableProps) => {
  const formats = useFormats()
  const [isAdding, setAdding] = useState(false)
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
  const chosen = new Set(wines.map(({ sku }) => sku))
  const offered = [...stock]
    .filter(([sku]) => !chosen.has(sku))
    .map(([value, { title }]) => ({ value, label: `${title} (${value})` }))
  const add = (sku: string | null): void => {
    setAdding(false)
    if (sku === null) return
    setShowsAll(true)
    onChange([...wines, { sku, bottles: 1 }])
  }
  const setBottles = (sku: string, bottles: number): void =>
    onChange(
      wines.map((wine) => (wine.sku === sku ? { sku, bottles } : wine)),
      `bottles ${sku}`,
    )
  return (
    <Section title="Wines">
      {rows.length === 0 ? null : (
        <ScrollTable
          label="Wines"
          minWidth={620}
          hasCards
          columns={['Wine', right('Bottles needed'), right('Available'), 'Stock', right('Bottles a member'), '']}
        >
          {rows.map(({ sku, title, bottles, needed, stock: held, state }) => (
            <Table.Tr key={sku}>
              <Table.Td>
                <Text span inherit fw={500}>
                  {title}
                </Text>
                {title === sku ? null : <span className={listing.second}>{sku}</span>}
              </Table.Td>
              <Table.Td ta="right">
                <strong>{formats.figure(needed?.expected, 'integer')}</strong>
                <span className={listing.second}>{needed && rangeText(needed, 'integer', formats)}</span>
              </Table.Td>
              <Table.Td ta="right">{formats.value(held?.available, 'integer')}</Table.Td>
              <Table.Td>
                <Text inherit {...STATES[state]}>
                  {STATES[state].children}
                  {state === 'short' && ` ${formats.value(shortfallOf({ needed, stock: held }), 'integer')}`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <NumberInput
                  aria-label={`Bottles of ${title} for each member`}
                  size="xs"
                  w={88}
                  display="inline-block"
                  min={0.01}
                  max={1000}
                  decimalScale={2}
                  value={bottles}
                  onChange={(value) => typeof value === 'number' && value > 0 && setBottles(sku, value)}
                />
              </Table.Td>
              <Table.Td className={listing.actions}>
                <Tooltip label="Remove">
                  <ActionIcon
                    aria-label={`Remove ${title}`}
                    onClick={() => onChange(wines.filter((wine) => wine.sku !== sku))}
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
        <Button
          variant="subtle"
          color="gray"
          w="fit-content"
          leftSection={showsAll ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {enough.length === 1 ? '1 wine has' : `${enough.length} wines have`} enough stock
        </Button>
      )}
      {isAdding ? (
        <Select
          aria-label="Add a wine"
          placeholder="Name or SKU"
          data={offered}
          searchable
          limit={50}
          defaultDropdownOpened
          autoFocus
          maw={420}
          nothingFoundMessage="No product in stock matches"
          onChange={add}
          onBlur={() => setAdding(false)}
        />
      ) : (
        <Group gap="xs">
          {needs.length === 0 && previous.length > 0 && (
            <Button onClick={() => onChange(previous)}>Use the wines of the last release</Button>
          )}
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add a wine
          </Button>
        </Group>
      )}
    </Section>
  )
}
