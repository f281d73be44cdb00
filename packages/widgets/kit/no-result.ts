import type { WidgetResult } from './widget-view.ts'

/** What a widget of its own settings is drawn with. */
export const NO_RESULT: WidgetResult = {
  data: { kpis: [], columns: [], rows: [] },
  range: null,
  compareRange: null,
  comparison: null,
}
