import {
  ActionIcon,
  Button,
  Group,
  Menu,
  type MenuProps,
  Pagination,
  Table,
  type TableProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { IconDotsVertical, IconSearch } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { DensitySwitch, useDensity } from '#ui/density-switch.tsx'
import { useEdgeFade } from '#ui/edge-fade.ts'
import classes from './listing.module.css'

interface ListingProps {
  readonly caption: string
  /** header cells; the last column holds actions if `hasActions` */
  readonly heads: ReactNode
  readonly hasActions?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

type HeadProps = ComponentProps<'th'> & { readonly 'data-numeric'?: true }

/** A column's title, with the attributes of its cell if it has any. */
type Head = string | readonly [title: string, props: HeadProps]

/** The header cells of a table. */
export const heads = (...columns: readonly Head[]): ReactNode =>
  columns.map((column) => {
    const [title, props = {}] = typeof column === 'string' ? [column] : column
    return (
      <th key={title} scope="col" {...props}>
        {title}
      </th>
    )
  })

/** A column that phones leave out. */
export const wide = (title: string): Head => [title, { className: classes.wideOnly }]

/** A column of numbers, aligned by its table's style. */
export const numeric = (title: string): Head => [title, { 'data-numeric': true }]

/** A table of records in a frame; on a phone, a card for each of them. */
export const Listing = ({ caption, heads: titles, hasActions = false, className = '', children }: ListingProps) => (
  <Box data-cards="records">
    <table className={`${classes.table} ${className}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {titles}
          {hasActions && (
            <th scope="col" className={classes.actions}>
              <span className="visually-hidden">Actions</span>
              <DensitySwitch />
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Box>
)

/** The frame of every table, with rows as dense as the reader wants. */
const Box = (props: ComponentProps<'div'> & { readonly 'data-cards'?: 'records' | 'values' | 'lines' }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEdgeFade(ref)
  return <div ref={ref} className={classes.box} data-density={useDensity().density} {...props} />
}

/** A column of numbers. */
export const right = (title: string) => ({ title })

interface ScrollTableProps extends Omit<TableProps, 'className' | 'style'> {
  readonly className?: string
  readonly label: string
  /** pixels below which it scrolls */
  readonly minWidth: number
  /** pixels up to which it grows; default: as wide as its page */
  readonly maxWidth?: number
  readonly columns: readonly Column[]
  /** a cell for each column; absent: the children are the rows */
  readonly rows?: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** on a phone, each row is a card headed by its first cell: names and values below each other, or a line and short values */
  readonly hasCards?: boolean | 'lines'
}

type Column = string | ReturnType<typeof right>

const titleOf = (column: Column): string => (typeof column === 'string' ? column : column.title)

const alignmentOf = (column: Column) => (typeof column === 'string' ? {} : ({ ta: 'right' } as const))

/** Titles as variables that cells of a card write before their values. */
const titlesOf = (columns: readonly Column[]): Record<`--${string}`, string> =>
  Object.fromEntries(columns.map((column, index) => [`--title-${index + 1}`, JSON.stringify(titleOf(column))]))

/** A plain table that scrolls sideways when there is no room for it. */
export const ScrollTable = ({
  label,
  minWidth,
  maxWidth,
  columns,
  rows = [],
  className = 'numbers',
  hasCards = false,
  children,
  ...table
}: ScrollTableProps) => (
  <Box
    tabIndex={0}
    role="region"
    aria-label={label}
    style={{ maxWidth }}
    {...(hasCards ? { 'data-cards': hasCards === 'lines' ? hasCards : 'values' } : {})}
  >
    <Table
      className={`${className} ${classes.table}`}
      style={{ '--min-width': `${minWidth}px`, ...(hasCards ? titlesOf(columns) : {}) }}
      {...table}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={titleOf(column)} {...alignmentOf(column)}>
              {titleOf(column)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {columns.map((column, index) => (
              <Table.Td key={titleOf(column)} {...alignmentOf(column)}>
                {cells[index]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        {children}
      </Table.Tbody>
    </Table>
  </Box>
)

interface SearchFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Limits a list to what matches a text. */
export const SearchField = ({ label, onChange, ...input }: SearchFieldProps) => (
  <TextInput
    flex="1 1 160px"
    maw={360}
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={14} aria-hidden />}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...input}
  />
)

interface PagesProps {
  /** of all pages together */
  readonly total: number
  readonly pageSize: number
  /** from 1 */
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Numbered pages; nothing if everything is on one. */
export const Pages = ({ total, pageSize, page, onPage }: PagesProps) =>
  total > pageSize && (
    <Pagination
      size="sm"
      total={Math.ceil(total / pageSize)}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  )

/** Pages from newest to oldest; nothing if everything is on one. */
export const NewerOlder = ({ total, pageSize, page, onPage }: PagesProps) =>
  total > pageSize && (
    <Group justify="flex-end" gap="xs">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button size="xs" variant="default" disabled={page * pageSize >= total} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  )

interface ActionMenuProps extends MenuProps {
  readonly label: string
  readonly isBusy?: boolean
}

/** A button with three dots that opens a menu of actions. */
export const ActionMenu = ({ label, isBusy = false, children, ...menu }: ActionMenuProps) => (
  <Menu position="bottom-end" {...menu}>
    <Menu.Target>
      <ActionIcon size={28} loading={isBusy} aria-label={label}>
        <IconDotsVertical size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
