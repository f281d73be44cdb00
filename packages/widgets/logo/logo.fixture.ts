import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: {},
  range: null,
  compareRange: null,
  comparison: null,
  data: { kpis: [], columns: [], rows: [], account: { name: 'Your winery', logoUrl: null } },
}
