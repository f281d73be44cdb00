import { ALL_OTHERS } from './report-terms.ts'

/** Things of the trade that have a page of their own. */
export const SUBJECT_KINDS = ['customer', 'product', 'club', 'release', 'teamMember'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** A column whose value identifies a subject. `by` names it in the address where it is not the usual key. */
interface KeyColumn {
  readonly columnId: string
  readonly by?: 'sku'
}

interface SubjectPage {
  /** the page of one is below it, by its key */
  readonly path: string
  /** what one of them is called */
  readonly title: string
  /** path of the list whose roles and account types the page shares */
  readonly list: string
  /** columns that name it, each with the columns that identify the one it names, best first */
  readonly names: Readonly<Record<string, readonly KeyColumn[]>>
}

const productKeys = [{ columnId: 'productId' }, { columnId: 'sku', by: 'sku' }] as const

export const SUBJECT_PAGES: Readonly<Record<SubjectKind, SubjectPage>> = {
  customer: {
    path: '/customers',
    title: 'Customer',
    list: '/reports/customers/list',
    names: { customerName: [{ columnId: 'customerId' }] },
  },
  product: {
    path: '/products',
    title: 'Product',
    list: '/reports/products/list',
    names: { productTitle: productKeys, sku: productKeys },
  },
  // Records name clubs and team members by their names, which are their keys.
  club: {
    path: '/clubs',
    title: 'Club',
    list: '/reports/clubs/active-clubs',
    names: { clubName: [{ columnId: 'clubName' }] },
  },
  release: {
    path: '/releases',
    title: 'Release',
    list: '/reports/clubs/releases',
    names: { releaseName: [{ columnId: 'releaseId' }] },
  },
  teamMember: {
    path: '/team-members',
    title: 'Team member',
    list: '/reports/orders/by-team-member',
    names: { teamMember: [{ columnId: 'teamMember' }] },
  },
}

export interface SubjectKey {
  readonly id: string
  /** null: by the usual key */
  readonly by?: 'sku' | null | undefined
  /** tells records of two services with one ID apart */
  readonly serviceId?: string | null | undefined
}

/** The path and query of a subject's page. */
export const subjectAddress = (kind: SubjectKind, { id, by = null, serviceId = null }: SubjectKey): string => {
  const query = new URLSearchParams({ ...(by ? { by } : {}), ...(serviceId ? { service: serviceId } : {}) }).toString()
  return `${SUBJECT_PAGES[kind].path}/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`
}

type Value = string | number | boolean | null | undefined

/** The kind of subject that a column names; null: none. */
export const subjectNamedBy = (columnId: string): SubjectKind | null =>
  SUBJECT_KINDS.find((kind) => Object.hasOwn(SUBJECT_PAGES[kind].names, columnId)) ?? null

const subjectKeys = (columnId: string): readonly KeyColumn[] => {
  const kind = subjectNamedBy(columnId)
  return kind === null ? [] : (SUBJECT_PAGES[kind].names[columnId] ?? [])
}

/** Columns that identify what a column names, best first. */
export const getKeyColumns = (columnId: string): readonly string[] => subjectKeys(columnId).map((key) => key.columnId)

/** The page of the subject that a row names in a column; null where the row does not identify one, such as all others of a top N. */
export const namedSubjectAddress = (columnId: string, cellAt: (columnId: string) => Value): string | null => {
  const kind = subjectNamedBy(columnId)
  if (kind === null) return null
  for (const { columnId: key, by } of subjectKeys(columnId)) {
    const id = cellAt(key)
    if (typeof id === 'string' && id !== '' && id !== ALL_OTHERS) return subjectAddress(kind, { id, by })
  }
  return null
}

/** The kind and page of the subject that a mark's values identify; null: none, or several. */
export const markedSubject = (
  row: Readonly<Record<string, Value>>,
): { readonly kind: SubjectKind; readonly address: string } | null => {
  const found = SUBJECT_KINDS.flatMap((kind) => {
    const name = Object.keys(SUBJECT_PAGES[kind].names).find((one) =>
      getKeyColumns(one).some((key) => Object.hasOwn(row, key)),
    )
    const address = name === undefined ? null : namedSubjectAddress(name, (columnId) => row[columnId])
    return address === null ? [] : [{ kind, address }]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
