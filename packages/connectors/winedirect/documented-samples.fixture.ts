/*
 * Answers in the form of the samples on docs.winedirect.com (Order Service 3.0, Contact Service 3.0, Product Webservice 3.0, Club
 * Membership Service 3.0) and documentation.vin65.com/Webservices/Webservices-V3, as of November 2026: elements in alphabetical
 * order, without types, empty where there is no value. The values are other ones.
 */

const ENVELOPE =
  'xmlns:soapenv="https://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="https://www.w3.org/2001/XMLSchema" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance"'

const answer = (operation: string, fields: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope ${ENVELOPE}>
<soapenv:Body>
  <${operation}Response>
    <${operation}Return>
      <Errors></Errors>
      <IsSuccessful>true</IsSuccessful>
      ${fields}
    </${operation}Return>
  </${operation}Response>
</soapenv:Body>
</soapenv:Envelope>`

export const ORDER_ID = 'f660d5e3-0173-4a19-0838-3eff95f2f20b'
export const CONTACT_ID = '110ae037-5a79-e111-936b-000c295a8381'
const WEBSITE_ID = '66272648-1e0b-4e34-f09b-81477a31b25f'
const PRODUCT_ID = '02fc83e3-5eb4-4aa7-a64a-9710bfd9a12a'
const CLUB_ID = '7a1c7a7e-9d3c-4a35-a1b0-5be4fd1f0a11'

const SEARCH_ORDERS = `<Orders>
  <Order>
    <BillFirstName>Ada</BillFirstName>
    <BillLastName>Quill</BillLastName>
    <CompletedDate>2026-03-19T18:30:00.000Z</CompletedDate>
    <ContactID>${CONTACT_ID}</ContactID>
    <DateModified>2026-03-20T08:00:00.000Z</DateModified>
    <IsAPickupOrder>false</IsAPickupOrder>
    <IsPendingPickup>false</IsPendingPickup>
    <OrderID>${ORDER_ID}</OrderID>
    <OrderNumber>10482.0</OrderNumber>
    <OrderStatus>Completed</OrderStatus>
    <OrderTotal>113.40</OrderTotal>
    <PaymentStatus>Paid</PaymentStatus>
    <ShippingStatus>SentToFulfillment</ShippingStatus>
    <ShippingType>Ground</ShippingType>
    <SubmittedDate>2026-03-19T18:20:00.000Z</SubmittedDate>
    <Type>Website</Type>
    <WebsiteID>${WEBSITE_ID}</WebsiteID>
  </Order>
</Orders>
<RecordCount>1</RecordCount>`

const GET_ORDER_DETAIL = `<Order>
  <AmountPaidByGiftCard>0.00</AmountPaidByGiftCard>
  <AmountPaidByPoints>0.00</AmountPaidByPoints>
  <BillContact>
    <Address>123 Test Ave</Address>
    <Address2></Address2>
    <AltContactID></AltContactID>
    <BirthDate>1982-03-19T08:00:00.000Z</BirthDate>
    <City>Portland</City>
    <Company></Company>
    <ContactID>${CONTACT_ID}</ContactID>
    <CountryCode>US</CountryCode>
    <FirstName>Ada</FirstName>
    <LastName>Quill</LastName>
    <StateCode>OR</StateCode>
    <ZipCode>97201</ZipCode>
  </BillContact>
  <ClubName></ClubName>
  <CorporateOrderNumber></CorporateOrderNumber>
  <Deposit>0.00</Deposit>
  <Handling>0.00</Handling>
  <Marketplace></Marketplace>
  <OrderID>${ORDER_ID}</OrderID>
  <OrderItems>
    <OrderItem>
      <CostOfGood>9.5000</CostOfGood>
      <Department>Wine</Department>
      <IsSubSKU>false</IsSubSKU>
      <OriginalPrice>50.00</OriginalPrice>
      <Price>45.00</Price>
      <ProductID>${PRODUCT_ID}</ProductID>
      <Quantity>2.0</Quantity>
      <SKU>14CS750</SKU>
      <ShippedDate></ShippedDate>
      <Title>2014 Cabernet Sauvignon</Title>
      <Type>Wine</Type>
    </OrderItem>
  </OrderItems>
  <OrderNumber>10482.0</OrderNumber>
  <PickupDate></PickupDate>
  <PreviousOrderNumber></PreviousOrderNumber>
  <RequestedShipDate>2026-03-25T07:00:00.000Z</RequestedShipDate>
  <SalesAssociate></SalesAssociate>
  <ShipToAddress>
    <City>Austin</City>
    <CountryCode>US</CountryCode>
    <StateCode>TX</StateCode>
    <ZipCode>78701</ZipCode>
  </ShipToAddress>
  <Shipping>15.00</Shipping>
  <SubTotal>90.00</SubTotal>
  <Tax>8.40</Tax>
  <Tender></Tender>
  <Tip>0.00</Tip>
  <Total>113.40</Total>
  <TransactionType>Order</TransactionType>
</Order>`

const SEARCH_PRODUCTS = `<Products>
  <Product>
    <Brand>Spectra</Brand>
    <DateModified>2026-01-12T12:21:43.000Z</DateModified>
    <IsActive>true</IsActive>
    <Price>50.00</Price>
    <ProductID>${PRODUCT_ID}</ProductID>
    <SKU>14CS750</SKU>
    <Title>2014 Cabernet Sauvignon</Title>
    <Type>Wine</Type>
    <Vintage>2014.0</Vintage>
  </Product>
</Products>
<RecordCount>1</RecordCount>`

const SEARCH_CONTACTS = `<Contacts>
  <Contact>
    <AltContactID></AltContactID>
    <BirthDate>1982-03-19T08:00:00.000Z</BirthDate>
    <City>Portland</City>
    <Company></Company>
    <ContactID>${CONTACT_ID}</ContactID>
    <CountryCode>US</CountryCode>
    <CustomerNumber>1234.0</CustomerNumber>
    <DateAdded>2011-06-01T12:21:43.000Z</DateAdded>
    <DateModified>2026-02-01T12:21:43.000Z</DateModified>
    <Email>ada@example.com</Email>
    <FirstName>Ada</FirstName>
    <LastName>Quill</LastName>
    <StateCode>OR</StateCode>
    <ZipCode>97201</ZipCode>
  </Contact>
</Contacts>
<RecordCount>1</RecordCount>`

const SEARCH_MEMBERSHIPS = `<ClubMemberships>
  <ClubMembership>
    <AltClubMembershipID></AltClubMembershipID>
    <CancelDate></CancelDate>
    <ClubID>${CLUB_ID}</ClubID>
    <ClubMembershipID>2b1d55a5-3a5e-4f0e-8f7a-1a0a6f4b7a01</ClubMembershipID>
    <ClubName>Red Club</ClubName>
    <ContactID>${CONTACT_ID}</ContactID>
    <CurrentMembershipStatus>Active</CurrentMembershipStatus>
    <DateModified>2026-02-01T12:21:43.000Z</DateModified>
    <FirstName>Ada</FirstName>
    <IsPickup>false</IsPickup>
    <LastName>Quill</LastName>
    <SignupDate>2015-05-18T17:02:59.000Z</SignupDate>
  </ClubMembership>
</ClubMemberships>
<RecordCount>1</RecordCount>`

const SEARCH_CLUBS = `<Clubs>
  <Club>
    <ClubID>${CLUB_ID}</ClubID>
    <ClubName>Red Club</ClubName>
  </Club>
</Clubs>
<RecordCount>1</RecordCount>`

const SEARCH_INVENTORY = `<Inventory>
  <Inventory>
    <CurrentInventory>42.0</CurrentInventory>
    <InventoryPool>Web</InventoryPool>
    <SKU>14CS750</SKU>
    <WebsiteID>${WEBSITE_ID}</WebsiteID>
  </Inventory>
</Inventory>
<RecordCount>1</RecordCount>`

const FIELDS: Readonly<Record<string, string>> = {
  SearchClubs: SEARCH_CLUBS,
  SearchInventory: SEARCH_INVENTORY,
  SearchOrders: SEARCH_ORDERS,
  GetOrderDetail: GET_ORDER_DETAIL,
  SearchProducts: SEARCH_PRODUCTS,
  SearchContacts: SEARCH_CONTACTS,
  SearchClubMemberships: SEARCH_MEMBERSHIPS,
}

const instantIn = (text: string, name: string): number =>
  Date.parse(new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1] ?? '')

/** Whether the sample changed outside the days that are asked for. */
const isOutside = (request: string, fields: string): boolean => {
  const modified = instantIn(fields, 'DateModified')
  return modified < instantIn(request, 'DateModifiedFrom') || modified > instantIn(request, 'DateModifiedTo')
}

const emptied = (fields: string): string => {
  const [, list = ''] = /^<(\w+)>/.exec(fields) ?? []
  return `<${list}></${list}><RecordCount>0</RecordCount>`
}

/** The documented answer to a SOAP request. */
export const documentedAnswer = (request: string): string => {
  const operation = Object.keys(FIELDS).find((name) => new RegExp(`<(\\w+:)?${name}[ >]`).test(request))
  const fields = FIELDS[operation ?? '']
  if (operation === undefined || fields === undefined) throw new Error('No sample for this call')
  return answer(operation, isOutside(request, fields) ? emptied(fields) : fields)
}
