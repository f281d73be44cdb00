import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core'
import type { Billing, Invoice } from '#contract/billing.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { formatAmount, formatDay, invoiceStatusLabel } from './billing-rules.ts'
import { useDisplayLocale } from './use-billing.ts'

/** Invoices of the payment provider, newest first. */
export const InvoiceTable = ({ billing: { invoices, source, cardPayment } }: { billing: Billing }) => {
  if (source !== 'Stripe' || cardPayment !== 'ready') return null
  return (
    <Stack gap="sm" component="section" aria-label="Invoices">
      <Title order={2}>Invoices</Title>
      <Paper withBorder p={invoices.length === 0 ? 'lg' : 0}>
        {invoices.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center">
            No invoices yet. You’ll get the first one with your first payment.
          </Text>
        ) : (
          <Invoices invoices={invoices} />
        )}
      </Paper>
    </Stack>
  )
}

const Invoices = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <ScrollTable
    label="Invoices"
    minWidth={480}
    hasCards
    verticalSpacing="sm"
    horizontalSpacing="md"
    columns={['Date', 'Number', right('Amount'), 'Status', right('Document')]}
  >
    {invoices.map((invoice) => (
      <InvoiceRow key={invoice.id} invoice={invoice} />
    ))}
  </ScrollTable>
)

const InvoiceRow = ({ invoice }: { invoice: Invoice }) => {
  const locale = useDisplayLocale()
  const { id, number, dateUtc, status } = invoice
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDay(dateUtc, locale)}</Table.Td>
      <Table.Td>{number ?? id}</Table.Td>
      <Table.Td ta="right">{formatAmount(invoice, locale)}</Table.Td>
      <Table.Td {...(status === 'open' ? { c: 'var(--cuvee-bad)' } : {})}>{invoiceStatusLabel(status)}</Table.Td>
      <Table.Td ta="right">
        <InvoiceLink invoice={invoice} />
      </Table.Td>
    </Table.Tr>
  )
}

const InvoiceLink = ({ invoice: { id, number, status, pageUrl, pdfUrl } }: { invoice: Invoice }) => {
  const name = number ?? id
  const [url, label] = status === 'open' && pageUrl ? [pageUrl, 'Pay'] : [pdfUrl ?? pageUrl, 'Download']
  if (!url) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener" size="sm" aria-label={`${label} invoice ${name}`}>
      {label}
    </Anchor>
  )
}
