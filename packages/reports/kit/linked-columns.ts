/** Columns with a link to the records that they name. A report that uses one also has the column in braces, if only hidden. */
export const ORDER_NUMBER = { columnId: 'orderNumber', hyperlink: '/reports/orders/order-detail?orderId={orderId}' }

export const CUSTOMER_NAME = {
  columnId: 'customerName',
  hyperlink: '/reports/orders/list?f.customerId=Equal:{customerId}&relativeDate=OrderDate-None',
}

export const RELEASE_NAME = {
  columnId: 'releaseName',
  hyperlink: '/reports/orders/list?f.releaseName=Equal:{releaseName}&relativeDate=OrderDate-None',
}

export const SKU = {
  columnId: 'sku',
  hyperlink: '/reports/orders/order-detail?f.sku=Equal:{sku}&relativeDate=OrderDate-Last90Days',
}
