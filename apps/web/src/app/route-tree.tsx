import { createRootRouteWithContext, createRoute, redirect, lazyRouteComponent as screen } from '@tanstack/react-router'
import type { PageAccess } from '#domain/navigation.ts'
import { SUBJECT_PAGES } from '#domain/subject-pages.ts'
import { PAGES, REPORT_PATHS } from '#reports/navigation.ts'
import { decideAccess } from './access-decision.ts'
import { CenteredLayout, PlainLayout, RootLayout, RouteError } from './layout/layouts.tsx'
import type { Runtime } from './runtime.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** who may open the page, and its title; layouts have none */
    page?: PageAccess
  }
}

const notFoundPage: PageAccess = { login: false, title: 'Page not found', roles: null, accountTypes: null }

/** Paths with a title of their own and the access rule of another page. */
const SUBPAGES: ReadonlyMap<string, readonly [of: string, title: string]> = new Map([
  ['/admin/services/new', ['/admin/services', 'Add service']],
  ['/admin/services/connected', ['/admin/services', 'Connect a platform']],
  ['/admin/services/health', ['/admin/services', 'Data health']],
  ['/admin/services/$serviceId/edit', ['/admin/services', 'Edit service']],
  ['/admin/services/$serviceId/runs/$runId', ['/admin/services', 'Run']],
  ['/admin/services/$serviceId/set-aside', ['/admin/services', 'Skipped records']],
  ['/admin/services/$serviceId/reconciliation', ['/admin/services', 'Compare totals']],
  ['/admin/settings/audit', ['/admin/security', 'Audit log']],
  ['/reports/my/$id/edit', ['/reports/my/new', 'Edit report']],
])

/** Access rule and title of a path. One that ends in a parameter has those of its list. */
const pageAt = (path: string): PageAccess => {
  const [of = path.replace(/\/\$\w+$/, ''), title] = SUBPAGES.get(path) ?? []
  const page = PAGES.get(of) ?? notFoundPage
  return title === undefined ? page : { ...page, title }
}

const rootRoute = createRootRouteWithContext<{ runtime: Runtime }>()({
  component: RootLayout,
  errorComponent: RouteError,
  beforeLoad: ({ context, location, matches }) => {
    const access = matches.findLast(({ staticData }) => staticData.page)?.staticData.page ?? notFoundPage
    const roles = context.runtime.session.current()?.user?.roles ?? null
    const decision = decideAccess({ path: location.pathname, fullPath: location.href, access, roles })
    if (decision.kind === 'home') throw redirect({ to: '/', replace: true })
    if (decision.kind === 'unauthorized') throw redirect({ to: '/error/unauthorized', replace: true })
    if (decision.kind === 'sign-in') {
      throw redirect({ to: '/sign-in', search: { redirect: decision.redirect }, replace: true })
    }
  },
})

const frame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: screen(() => import('./layout/dashboard-layout.tsx'), 'DashboardLayout'),
})
const centered = createRoute({ getParentRoute: () => rootRoute, id: 'centred', component: CenteredLayout })
const plain = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainLayout })

const dashboardPage = screen(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardPage')

const builtInReport = screen(() => import('../features/reports/report-page.tsx'), 'BuiltInReportPage')
const savedReport = screen(() => import('../features/reports/report-page.tsx'), 'SavedReportPage')

const subjectPage = screen(() => import('../features/subjects/subject-screen.tsx'), 'SubjectScreen')

const savedReportLists = () => import('../features/reports/my-reports/report-lists-screen.tsx')
const adminPages = () => import('../features/account-settings/admin-pages.tsx')
const builderScreens = () => import('../features/reports/builder/builder-screen.tsx')

const framePages = {
  '/': screen(() => import('../features/dashboard/dashboard-screen.tsx'), 'HomePage'),
  '/dashboard': dashboardPage,
  '/dashboard/$slug': dashboardPage,
  '/dashboards': screen(() => import('../features/dashboard-sharing/dashboards-screen.tsx'), 'DashboardsScreen'),
  '/notifications': screen(() => import('../features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  '/admin/services': screen(() => import('../features/services/services-screen.tsx'), 'ServicesScreen'),
  '/admin/services/$serviceId': screen(() => import('../features/services/service-screen.tsx'), 'ServiceScreen'),
  '/admin/services/new': screen(
    () => import('../features/services/connect/add-service-screen.tsx'),
    'AddServiceScreen',
  ),
  '/admin/services/connected': screen(
    () => import('../features/services/connect/connected-screen.tsx'),
    'ConnectedScreen',
  ),
  '/admin/services/health': screen(() => import('../features/data-health/data-health-screen.tsx'), 'DataHealthScreen'),
  '/admin/services/$serviceId/edit': screen(
    () => import('../features/services/connect/edit-service-screen.tsx'),
    'EditServiceScreen',
  ),
  '/admin/services/$serviceId/runs/$runId': screen(
    () => import('../features/services/runs/run-screen.tsx'),
    'RunScreen',
  ),
  '/admin/services/$serviceId/set-aside': screen(
    () => import('../features/services/runs/quarantined-records.tsx'),
    'QuarantinedRecordsScreen',
  ),
  '/admin/services/$serviceId/reconciliation': screen(
    () => import('../features/reconciliation/reconciliation-screen.tsx'),
    'ReconciliationScreen',
  ),
  '/admin/settings': screen(() => import('../features/account-settings/settings-screen.tsx'), 'SettingsScreen'),
  '/admin/settings/audit': screen(() => import('../features/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
  '/admin/tasting-experiences': screen(
    () => import('../features/product-choices/tasting-experiences-screen.tsx'),
    'TastingExperiencesScreen',
  ),
  '/admin/club-signup-products': screen(
    () => import('../features/product-choices/club-signup-products-screen.tsx'),
    'ClubSignupProductsScreen',
  ),
  '/admin/users': screen(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
  '/admin/invitations': screen(() => import('../features/invitations/invitations-screen.tsx'), 'InvitationsScreen'),
  '/admin/security': screen(adminPages, 'SecurityPages'),
  '/admin/developers': screen(adminPages, 'DeveloperPages'),
  '/billing': screen(() => import('../features/billing/billing-screen.tsx'), 'BillingScreen'),
  '/profile': screen(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/security': screen(() => import('../features/second-factor/security-screen.tsx'), 'SecurityScreen'),
  '/webhooks': screen(() => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  '/api-keys': screen(() => import('../features/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
  '/change-password': screen(() => import('../features/password/change-password-screen.tsx'), 'ChangePasswordScreen'),
  ...Object.fromEntries(REPORT_PATHS.map((path) => [path, builtInReport])),
  ...Object.fromEntries(Object.values(SUBJECT_PAGES).map(({ path }) => [`${path}/$id`, subjectPage])),
  '/clubs/$id/next-release': screen(
    () => import('../features/release-plan/release-plan-screen.tsx'),
    'ReleasePlanScreen',
  ),
  '/reports/explore': screen(() => import('../features/reports/report-page.tsx'), 'ExploredReportPage'),
  '/reports/my/$id': savedReport,
  '/reports/my-reports': screen(savedReportLists, 'MyReportsScreen'),
  '/reports/shared-reports': screen(savedReportLists, 'SharedReportsScreen'),
  '/reports/my/new': screen(builderScreens, 'NewReportScreen'),
  '/reports/my/$id/edit': screen(builderScreens, 'EditReportScreen'),
  '/alerts': screen(() => import('../features/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  '/plan': screen(() => import('../features/plan/plan-screen.tsx'), 'PlanScreen'),
  '/calendar': screen(() => import('../features/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  '/segments': screen(() => import('../features/segments/segments-screen.tsx'), 'SegmentsScreen'),
  '/segments/$id': screen(() => import('../features/segments/segment-screen.tsx'), 'SegmentScreen'),
  '/ask': screen(() => import('../features/ask/ask-screen.tsx'), 'AskScreen'),
  '/ai/insights': screen(() => import('../features/insights/insights-screen.tsx'), 'InsightsScreen'),
  '/ai/insights/$id': screen(() => import('../features/insights/detail/insight-screen.tsx'), 'InsightScreen'),
  '/ai/save-list': screen(() => import('../features/save-list/save-list-screen.tsx'), 'SaveListScreen'),
  '/ai/settings': screen(() => import('../features/insights/settings/settings-screen.tsx'), 'AiSettingsScreen'),
}

const signInPages = {
  '/sign-in': screen(() => import('../features/auth/sign-in-screen.tsx'), 'SignInScreen'),
  '/single-sign-on': screen(() => import('../features/sign-on/sign-on-screen.tsx'), 'SignOnScreen'),
  '/sign-in/return': screen(() => import('../features/sign-on/sign-on-return-screen.tsx'), 'SignOnReturnScreen'),
  '/register': screen(() => import('../features/auth/register-screen.tsx'), 'RegisterScreen'),
  '/forgot-password': screen(() => import('../features/auth/password-reset-screens.tsx'), 'ForgotPasswordScreen'),
  '/reset-password': screen(() => import('../features/auth/password-reset-screens.tsx'), 'ResetPasswordScreen'),
  '/verify-email': screen(() => import('../features/auth/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  '/undo-email-change': screen(() => import('../features/auth/undo-email-change-screen.tsx'), 'UndoEmailChangeScreen'),
  '/second-factor': screen(() => import('../features/second-factor/setup-screen.tsx'), 'SetupScreen'),
  '/join': screen(() => import('../features/join/join-screen.tsx'), 'JoinScreen'),
  '/billing/stripe/return': screen(
    () => import('../features/billing/payment-return-screen.tsx'),
    'PaymentReturnScreen',
  ),
}

const plainPages = {
  '/wall': screen(() => import('../features/wall/wall-screen.tsx'), 'WallScreen'),
  '/view': screen(() => import('../features/shared-view/view-screen.tsx'), 'ViewScreen'),
  '/error/unauthorized': screen(() => import('./layout/error-page.tsx'), 'UnauthorizedPage'),
  // every other path
  $: screen(() => import('./layout/error-page.tsx'), 'NotFoundPage'),
}

const routes = <P extends typeof frame | typeof centered | typeof plain>(
  parent: P,
  pages: Readonly<Record<string, ReturnType<typeof screen>>>,
) =>
  Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => parent, path, component, staticData: { page: pageAt(path) } }),
  )

export const routeTree = rootRoute.addChildren([
  frame.addChildren(routes(frame, framePages)),
  centered.addChildren(routes(centered, signInPages)),
  plain.addChildren(routes(plain, plainPages)),
])
