import { z } from 'zod'
import { CUSTOM_FIELD_RECORDS, CUSTOM_FIELD_TYPES, MAX_CUSTOM_FIELDS } from '#domain/custom-fields.ts'
import { CustomFieldLabel } from './custom-fields.ts'
import { Instant } from './fields.ts'

const CSV_KINDS = [
  'orders',
  'order_lines',
  'customers',
  'products',
  'inventory',
  'memberships',
  'reservations',
] as const

/** An invalid value in a file. `line` counts from 1 and the header is line 1. */
export const FileProblem = z.object({
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})
export type FileProblem = z.infer<typeof FileProblem>

/** How a target field is filled: a column's name, or a column with its format or a default. */
const FieldMapping = z.union([
  z.string().max(500),
  z.object({
    column: z.string().max(500).nullable().optional(),
    /** joined with blanks between them, instead of `column`: an ID that the file does not have */
    columns: z.array(z.string().max(500)).min(1).max(10).readonly().optional(),
    format: z.string().max(100).optional(),
    default: z.string().max(500).optional(),
    /** of a field with codes: the code of each written value, such as `{ "Newsletter": "web" }`; case does not matter */
    values: z
      .record(z.string().max(200), z.string().max(50))
      .refine((values) => Object.keys(values).length <= 200, 'Map up to 200 values')
      .optional(),
  }),
])

/** A column that is kept as a custom field: an existing one with the same record, label and type, else a new one. */
export const CustomColumn = z.object({
  column: z.string().max(500),
  record: z.enum(CUSTOM_FIELD_RECORDS),
  label: CustomFieldLabel,
  type: z.enum(CUSTOM_FIELD_TYPES),
  /** of dates, and `1.234,56` of numbers; default: detected */
  format: z.string().max(100).optional(),
})
export type CustomColumn = z.infer<typeof CustomColumn>

export const ImportSettings = z.object({
  kind: z.enum(['auto', ...CSV_KINDS]).default('auto'),
  mapping: z
    .record(z.string().max(100), FieldMapping)
    .refine((mapping) => Object.keys(mapping).length <= 200, 'Map up to 200 fields')
    .optional(),
  customFields: z.array(CustomColumn).max(MAX_CUSTOM_FIELDS, `Keep up to ${MAX_CUSTOM_FIELDS} columns`).optional(),
  /** `abort`: one bad row imports nothing */
  onError: z.enum(['abort', 'skip']).default('abort'),
  refundIdPrefix: z.string().max(20).optional(),
  /**
   * columns whose filled cells become a record each, such as one column of amounts per channel; the mapping finds the heading and
   * the text of the cell in the columns `Heading` and `Value`. null: none; if absent, detected unless there is a mapping
   */
  unpivot: z
    .object({ columns: z.array(z.string().max(500)).min(1).max(200) })
    .nullable()
    .optional(),
  /** sheet of a workbook, or file in a ZIP file; if absent, the first and in a ZIP file all with the same columns */
  table: z.string().max(500).optional(),
  /**
   * when a tenth or more of the orders exist in another service: refuse the file (`service.orders_exist`), import it into that
   * service to replace them, or keep both
   */
  duplicates: z.enum(['refuse', 'replace', 'keep']).default('refuse'),
  /**
   * when the service has stored orders of the same ID with another date and another total or customer, as where numbers start again
   * each day: import nothing, or replace them
   */
  conflicts: z.enum(['refuse', 'replace']).default('refuse'),
  /** what the other system says of the file, to compare with; money in major units of the account's currency */
  expected: z
    .object({
      orders: z.number().int().min(0).optional(),
      netSales: z.number().optional(),
      total: z.number().optional(),
    })
    .optional(),
})
export type ImportSettings = z.infer<typeof ImportSettings>
export type ImportSettingsInput = z.input<typeof ImportSettings>

/** `certain`: everything fits one kind · `likely`: worth a look · `unsure`: a person must choose the kind */
const CERTAINTIES = ['certain', 'likely', 'unsure'] as const

/** What a file seems to be, by its column names and values. Reasons are sentences, the strongest first. */
export const KindDetection = z.object({
  kind: z.enum(CSV_KINDS),
  certainty: z.enum(CERTAINTIES),
  reasons: z.array(z.string()),
  /** the next best kind and what speaks against it; null if no other comes near */
  runnerUp: z.object({ kind: z.enum(CSV_KINDS), reasons: z.array(z.string()) }).nullable(),
})
export type KindDetection = z.infer<typeof KindDetection>

export const FilePreview = z.object({
  /** detected platform of the export, else null */
  platform: z.string().nullable(),
  /** the kind that was asked for, else the detected one */
  kind: z.enum(CSV_KINDS),
  detection: KindDetection,
  /** the earlier import whose settings are proposed, because its file had the same columns; null: none */
  saved: z
    .object({
      fileName: z.string().nullable(),
      importedUtc: Instant,
      onError: z.enum(['abort', 'skip']),
      refundIdPrefix: z.string(),
      /** columns that it kept, as fields that still exist */
      customFields: z.array(CustomColumn),
    })
    .nullable(),
  /** of the file, and of an unpivoted one also the heading and the text of a cell */
  columns: z.array(z.string()),
  /** columns whose filled cells become a record each, and the names of the two columns that they give */
  unpivot: z.object({ columns: z.array(z.string()), heading: z.string(), value: z.string() }).nullable(),
  /** target fields of the kind */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      required: z.boolean(),
      type: z.string(),
      description: z.string(),
      /** the codes that a written value can become; null: the field has none */
      codes: z.array(z.string()).nullable(),
    }),
  ),
  /**
   * by code field: the written values of its column and their codes, most frequent first; at most 100 each. `amount`: what their rows have of
   * what becomes net sales, in major units of the account's currency; null: the file has no amounts of it
   */
  values: z.record(
    z.string(),
    z.array(z.object({ value: z.string(), rows: z.number().int(), amount: z.number().nullable(), code: z.string() })),
  ),
  mapping: z.record(z.string(), FieldMapping),
  /** mapped values, by target field */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  /** first and last timestamp of each date in the whole file, by target field, as `YYYY-MM-DD HH:mm:ss` */
  spans: z.record(z.string(), z.object({ first: z.string(), last: z.string() })),
  /** sentences about how the file was read and which lines were left out */
  notes: z.array(z.string()),
  /** names of the file's tables, if it has several */
  tables: z.array(z.string()),
  /** those that are read, one after the other */
  tablesRead: z.array(z.string()),
  /** `field`: the target field whose choice answers it, where it is a question; `answers`: the formats of it that may be right */
  problems: z.array(
    FileProblem.extend({ field: z.string().optional(), answers: z.array(z.string()).readonly().optional() }),
  ),
  /** columns that the mapping leaves out, each with the custom field that it could be kept as */
  unmapped: z.array(CustomColumn),
})
export type FilePreview = z.infer<typeof FilePreview>

/** Money in major units of its currency. */
export const ControlTotals = z.object({
  /** by canonical table */
  rows: z.record(z.string(), z.number().int()),
  /** local days of the first and the last order */
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** as reports count them: paid, with net sales above zero, no refunds */
      orders: z.number().int(),
      /** paid out */
      refunds: z.number().int(),
      /** orders and refunds that are neither paid nor canceled */
      open: z.number().int(),
      /** orders and refunds */
      canceled: z.number().int(),
      /** of paid orders and refunds, excluding gift cards */
      netSales: z.number(),
      /** amounts paid, with tax, shipping and tips */
      total: z.number(),
    }),
  ),
})

/** What an import would load, and what of it other services already have. Nothing is written. */
export const ImportCheck = z.object({
  rows: z.object({
    read: z.number().int(),
    accepted: z.number().int(),
    /** rows with problems, which are skipped or stop the import */
    rejected: z.number().int(),
  }),
  totals: ControlTotals,
  /** how the amounts in the file become these totals; none where amounts of several currencies can’t be added */
  bridges: z.array(
    z.object({
      measure: z.enum(['netSales', 'total']),
      /** columns whose cells are added up; of several, they are multiplied in each row */
      columns: z.array(z.string()),
      /** the sum of the cells as they are written, in all rows; money in major units of the account’s currency */
      written: z.number(),
      steps: z.array(z.object({ text: z.string(), amount: z.number() })),
      result: z.number(),
      /** what the steps leave of the difference; 0: everything is explained */
      unexplained: z.number(),
    }),
  ),
  /** of files of order lines: what each kind of goods has of the net sales, gift cards besides; money in major units of the account's currency */
  kinds: z.array(z.object({ kind: z.string(), amount: z.number() })),
  /** other services that have orders of the same number on the same day, most first */
  overlaps: z.array(
    z.object({
      serviceId: z.string(),
      name: z.string(),
      orders: z.number().int(),
      /** the file can be imported into that service instead, which replaces these orders */
      acceptsFiles: z.boolean(),
    }),
  ),
  /** a sentence about orders of the service that the import would replace although they seem to be others; null: none */
  conflict: z.string().nullable(),
})
export type ImportCheck = z.infer<typeof ImportCheck>
