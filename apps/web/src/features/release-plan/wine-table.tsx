import { ActionIcon, Button, NumberInput, Select, Table, Text, type TextProps, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReleaseWine } from '#contract/release-plans.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { Section } from '../insights/detail/exact-number.tsx'
import { rangeText, type StockBySku, type WineNeed } from './release-tasks.ts'

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

const wineOf = ({ sku, bottles }: WineNeed): ReleaseWine => ({ sku, bottles })

/** The wines of the release: how many bottles of each a charged member gets, compared with what is in stock. */
export const WineTable = ({ needs, stock, previous, onChange }: WineTableProps) => {
  const formats = useFormats()
  const [isAdding, setAdding] = useState(false)
  const wines = needs.map(wineOf)
  const chosen = new Set(wines.map(({ sku }) => sku))
  const offered = [...stock]
    .filter(([sku]) => !chosen.has(sku))
    .map(([value, { title }]) => ({ value, label: `${title} (${value})` }))
  const add = (sku: string | null): void => {
    setAdding(false)
    if (sku !== null) onChange([...wines, { sku, bottles: 1 }])
  }
  const setBottles = (sku: string, bottles: number): void =>
    onChange(
      wines.map((wine) => (wine.sku === sku ? { sku, bottles } : wine)),
      `bottles ${sku}`,
    )
  return (
    <Section
      title="Wines"
      tools={
        wines.length === 0 && previous.length > 0 ? (
          <Button variant="default" size="xs" onClick={() => onChange(previous)}>
            Use the wines of the last release
          </Button>
        ) : null
      }
    >
      {needs.length === 0 ? null : (
        <ScrollTable
          label="Wines"
          minWidth={620}
          hasCards
          columns={['Wine', right('Bottles a member'), right('Needed'), right('Available'), 'Stock', '']}
        >
          {needs.map(({ sku, title, bottles, needed, stock: held, state }) => (
            <Table.Tr key={sku}>
              <Table.Td>
                {title}
                {title === sku ? null : <span className={listing.second}>{sku}</span>}
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
              <Table.Td ta="right">{rangeText(needed, 'integer', formats)}</Table.Td>
              <Table.Td ta="right">{formats.value(held?.available, 'integer')}</Table.Td>
              <Table.Td>
                <Text inherit {...STATES[state]} />
              </Table.Td>
              <Table.Td ta="right">
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
        <Button
          variant="subtle"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add a wine
        </Button>
      )}
    </Section>
  )
}
