/** Title and description of each tool, by its name: what a model chooses a tool by. */
export const TOOL_TEXTS = {
  search_catalog: [
    'Search the catalog',
    'Finds built-in reports, and columns of report types (measures and dimensions) by words of their names. Use it before writing a report definition.',
  ],
  run_report: [
    'Run a report',
    'Runs a built-in report, a saved report or a report definition. Amounts are in major units of the account’s currency, shares are fractions of 1.',
  ],
  ask: [
    'Ask a question',
    'Answers a question in plain English, such as "net sales by channel last month". Says how it read the question; where two readings are about equally likely, it returns both instead of an answer.',
  ],
  explain_number: [
    'Explain a number',
    'How a number of a report is calculated: its definition in words, formula with values, filters, range, the records that it counts, and a proof that they add up to it.',
  ],
  list_insights: [
    'List insights',
    'What Cuvee found in the account’s numbers, most important first, with a summary and the figures of each.',
  ],
  search_content: [
    'Search content',
    'Finds dashboards and saved reports by name, and customers, orders, products, clubs, releases and team members by name, email, number or SKU.',
  ],
  get_dashboard: ['Read a dashboard', 'A dashboard with its widgets, to read or before changing it.'],
  get_report: ['Read a saved report', 'A saved report with its definition and version, to read or before changing it.'],
  list_alerts: ['List alerts', 'The user’s alerts with their conditions, last values and last events.'],
  save_report: ['Save a report', 'Creates a saved report, or replaces one of the user’s own if an id is given.'],
  save_dashboard: [
    'Save a dashboard',
    'Creates a dashboard, or changes one if a slug is given: fields that are left out stay as they are, and widgets replace all widgets.',
  ],
  save_alert: [
    'Save an alert',
    'Creates an alert on a number of a report, or replaces one of the user’s own if an id is given. It notifies the user when the number meets the condition.',
  ],
} as const satisfies Record<string, readonly [title: string, description: string]>
export type ToolName = keyof typeof TOOL_TEXTS
