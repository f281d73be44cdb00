import { Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ProductChoice } from '#contract/visits.ts'
import { formatCount } from '#web/app/format.ts'
import { EmptyPanel } from '#web/app/heading.tsx'
import { heads, SearchField } from '#web/app/listing.tsx'
import classes from './product-choices.module.css'

interface ListedProducts {
  readonly choices: readonly ProductChoice[]
  /** SKUs listed first: those selected when the page opened */
  readonly first: ReadonlySet<string>
  readonly search: string
  /** only these, where given */
  readonly only: ReadonlySet<string> | null
}

/** All choices, plus selected SKUs that no product has anymore. */
export const withMissing = (choices: readonly ProductChoice[], chosen: Iterable<string>): ProductChoice[] => {
  const known = new Set(choices.map(({ sku }) => sku))
  const missing = [...new Set(chosen)].filter((sku) => !known.has(sku))
  return [...choices, ...missing.map((sku) => ({ sku, title: null, category: null, unitsSold: 0 }))]
}

/** The products to show: those of `first`, then the others, in the given order. All search words must match. */
export const listedProducts = ({ choices, first, search, only }: ListedProducts): ProductChoice[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = ({ sku, title, category }: ProductChoice): boolean => {
    const text = `${sku} ${title ?? ''} ${category ?? ''}`.toLowerCase()
    return (only === null || only.has(sku)) && words.every((word) => text.includes(word))
  }
  const wanted = choices.filter(isWanted)
  return [...wanted.filter(({ sku }) => first.has(sku)), ...wanted.filter(({ sku }) => !first.has(sku))]
}

/** Rows shown initially, and added by each “Show more”. */
const ROWS_AT_ONCE = 50

interface ProductTableProps {
  readonly choices: readonly ProductChoice[]
  readonly chosen: ReadonlySet<string>
  /** heading of the detail column */
  readonly detail: string
  /** the detail needs a wide column */
  readonly hasLongDetail?: boolean
  readonly detailOf: (product: ProductChoice) => ReactNode
  readonly onToggle: (product: ProductChoice) => void
}

/** Selectable products, with a detail input for each selected one. */
export const ProductTable = (props: ProductTableProps) => {
  const { choices, chosen, detail, hasLongDetail = false, detailOf, onToggle } = props
  const [first] = useState(chosen)
  const [search, setSearch] = useState('')
  const [showsChosen, setShowsChosen] = useState(false)
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const listed = listedProducts({
    choices: withMissing(choices, [...first, ...chosen]),
    first,
    search,
    only: showsChosen ? chosen : null,
  })
  return (
    <Stack gap={12}>
      <Group justify="space-between" gap="xs">
        <SearchField
          label="Search products"
          placeholder="Search by name, SKU, or category"
          value={search}
          onChange={setSearch}
        />
        <Switch
          label={`Selected only (${formatCount(chosen.size)})`}
          checked={showsChosen}
          onChange={({ currentTarget }) => setShowsChosen(currentTarget.checked)}
        />
      </Group>
      {listed.length === 0 ? (
        <Text size="sm" c="dimmed" role="status" py="lg" ta="center">
          {search === '' ? 'No products selected.' : `No products match “${search}”.`}
        </Text>
      ) : (
        <table className={classes.table} data-long={hasLongDetail || undefined}>
          <caption className="visually-hidden">Products</caption>
          <thead>
            <tr>
              {heads(
                'Product',
                ['Sold in 12 months', { className: classes.sold }],
                [detail, { className: classes.detail }],
              )}
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, most).map((product) => (
              <ProductRow
                key={product.sku}
                product={product}
                isChosen={chosen.has(product.sku)}
                detail={chosen.has(product.sku) ? detailOf(product) : null}
                onToggle={() => onToggle(product)}
              />
            ))}
          </tbody>
        </table>
      )}
      {listed.length > most && (
        <Button variant="default" size="xs" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          Show more ({formatCount(listed.length - most)})
        </Button>
      )}
    </Stack>
  )
}

interface ProductRowProps {
  readonly product: ProductChoice
  readonly isChosen: boolean
  readonly detail: ReactNode
  readonly onToggle: () => void
}

const ProductRow = ({ product: { sku, title, category, unitsSold }, isChosen, detail, onToggle }: ProductRowProps) => (
  <tr data-chosen={isChosen || undefined}>
    <td>
      <Checkbox
        size="md"
        classNames={{ label: classes.label, description: classes.description }}
        checked={isChosen}
        onChange={onToggle}
        label={title ?? sku}
        description={[title === null ? 'No product has this SKU anymore' : sku, category].filter(Boolean).join(' · ')}
      />
    </td>
    <td className={classes.sold}>{formatCount(unitsSold)}</td>
    <td className={classes.detail}>{detail}</td>
  </tr>
)

/** The empty state of an account without products. */
export const NoProducts = () => (
  <EmptyPanel
    title="No products yet"
    text="Products come from your services. Connect the platform you sell with, then choose products here."
  >
    <Button component={Link} to="/admin/services">
      Go to Services
    </Button>
  </EmptyPanel>
)
