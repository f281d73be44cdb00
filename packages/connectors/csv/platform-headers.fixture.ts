import type { PlatformExportName } from './platforms.ts'

const columnList = (names: string): readonly string[] => names.split(',').map((name) => name.trim())

/** The columns that each platform writes. */
export const PLATFORM_HEADERS: Readonly<Record<PlatformExportName, readonly string[]>> = {
  shopify_orders: columnList(`
    Name, Email, Financial Status, Paid at, Fulfillment Status, Fulfilled at, Accepts Marketing, Currency, Subtotal,
    Shipping, Taxes, Total, Discount Code, Discount Amount, Shipping Method, Created at, Lineitem quantity,
    Lineitem name, Lineitem price, Lineitem compare at price, Lineitem sku, Lineitem requires shipping,
    Lineitem taxable, Lineitem fulfillment status, Billing Name, Billing Street, Billing Address1, Billing Address2,
    Billing Company, Billing City, Billing Zip, Billing Province, Billing Country, Billing Phone, Shipping Name,
    Shipping Street, Shipping Address1, Shipping Address2, Shipping Company, Shipping City, Shipping Zip,
    Shipping Province, Shipping Country, Shipping Phone, Notes, Note Attributes, Cancelled at, Payment Method,
    Payment Reference, Refunded Amount, Vendor, Outstanding Balance, Employee, Location, Device ID, Id, Tags,
    Risk Level, Source, Lineitem discount, Tax 1 Name, Tax 1 Value, Tax 2 Name, Tax 2 Value, Tax 3 Name, Tax 3 Value,
    Tax 4 Name, Tax 4 Value, Tax 5 Name, Tax 5 Value, Phone, Receipt Number, Duties, Billing Province Name,
    Shipping Province Name, Payment ID, Payment Terms Name, Next Payment Due At, Payment References`),
  square_items: columnList(`
    Date, Time, Time Zone, Category, Item, Qty, Price Point Name, SKU, Modifiers Applied, Gross Sales, Discounts,
    Net Sales, Tax, Transaction ID, Payment ID, Device Name, Notes, Details, Event Type, Location, Dining Option,
    Customer ID, Customer Name, Customer Reference ID, Unit, Count, GTIN, Itemization Type, Commission, Employee,
    Fulfillment Note, Channel, Token, Card Brand, PAN Suffix`),
  square_transactions: columnList(`
    Date, Time, Time Zone, Gross Sales, Discounts, Net Sales, Gift Card Sales, Tax, Tip, Partial Refunds,
    Total Collected, Source, Card, Card Entry Methods, Cash, Square Gift Card, Other Tender, Other Tender Type,
    Other Tender Note, Fees, Net Total, Transaction ID, Payment ID, Card Brand, PAN Suffix, Device Name, Staff Name,
    Staff ID, Details, Description, Event Type, Location, Dining Option, Customer ID, Customer Name,
    Customer Reference ID, Device Nickname`),
  commerce7_products: columnList(`
    Id, Title, Sub Title, Image, Type, Teaser, Content, Web Status, Admin Status, Department, Vendor, Variant Title,
    SKU, UPC Code, Cost of Good, Price, Compare Price, Has Inventory, Inventory Policy, Has Shipping, Tax Type,
    Weight, Security, SEO Title, SEO Description, Slug, Created At, Updated At`),
}
