import { lookupTable } from '../lookup-table.ts'

/**
 * What columns are called, by field: in English, then in Spanish, French, Italian and German. A name that two fields of a kind of file share
 * goes to the field that has it earlier in its list; names that a field has in some kinds alone are with the kind, and come first.
 */
export const HEADER_NAMES: Readonly<Record<string, string>> = lookupTable({
  orderId: `receipt id, sale number, sale no, transaction, transaction no, transaction number, order code, order name, order ref, order reference, sale id, receipt, receipt number, receipt no, ticket, ticket number, ticket no, ticket id, check number, check no, bill number, bill no, tab number, invoice id, sales order, trans no, trans number, transaction nr, num,
    pedido, numero de pedido, numero pedido, id pedido, no pedido, factura, numero de factura, numero factura,
    commande, numero de commande, n commande, no commande, id commande, facture, numero de facture, n facture, no facture,
    ordine, numero ordine, id ordine, n ordine, fattura, numero fattura, n fattura,
    bestellnummer, bestell nr, bestellung, auftragsnummer, auftrags nr, auftrag, rechnungsnummer, rechnungs nr, belegnummer, beleg nr`,
  orderDate: `date, invoice date, order submitted date, created at, ordered at, date submitted, timestamp, sold, date sold, order created, created, closed at, date placed, order time stamp, order placed, placed at, purchase date, sale date, sold at, sold on, transaction date, date of order,
    fecha, fecha de pedido, fecha pedido, fecha de compra, fecha de venta, fecha factura, fecha de factura,
    date de commande, date commande, date facture, date de facture, date de vente,
    data ordine, data fattura, data vendita, data,
    bestelldatum, auftragsdatum, rechnungsdatum, kaufdatum, belegdatum, datum`,
  orderTime: 'time, hora, heure, ora, uhrzeit, zeit',
  sku: `product id, item sku, article number, article no, part number, product no,
    referencia, codigo de producto, codigo producto, codigo articulo, codigo de articulo, codigo,
    reference, code produit, code article, reference produit, codice, codice prodotto, codice articolo,
    artikelnummer, artikel nr, art nr, produktnummer, produkt nr`,
  productTitle: `product service, menu item, bottle, wine description, item sold, product description, wine, wine name, line item, item description, product title, article,
    producto, nombre del producto, nombre producto, descripcion, articulo, vino,
    produit, nom du produit, designation, libelle, vin, prodotto, nome prodotto, descrizione, articolo,
    artikel, produkt, produktname, bezeichnung, artikelbezeichnung, wein, beschreibung`,
  quantity: `qty, units, lineitem quantity, quantity ordered, item quantity, item qty, qty ordered, count, bottles, bottles sold, bottle count, units ordered, qty sold, quantity sold, units sold, number of bottles, cantidad, unidades, botellas, cant, quantite, qte, bouteilles,
    quantita, qta, bottiglie, menge, anzahl, stuck, stueck, flaschen`,
  unitPrice: `price, item price, lineitem price, each, price ea, ea, unit, bottle price, price per bottle, unit amount, rate, price each, price per unit, precio, precio unitario, prix, prix unitaire, prix unitaire ht,
    prezzo, prezzo unitario, einzelpreis, stuckpreis, stueckpreis, preis`,
  lineAmount: `amount, net sales, line total, extended price, ext price, ext amount, ext, extended, line net, net amount, net, sales, line amount, line sales, item total, item total price, total price, extended amount, importe, total linea, importe linea, montant,
    montant ligne, total ligne, importo, totale riga, importo riga, betrag, positionsbetrag, zeilenbetrag, gesamtpreis`,
  netAmount:
    'net sales, net, total net, base imponible, importe neto, total ht, montant ht, imponibile, netto, nettobetrag',
  subtotal: 'gross sales, sub total, subtotal ex tax, sous total, subtotale, zwischensumme',
  total: `total collected, order total, grand total, order total inc tax, amount, total amount, order amount, total price, total paid, amount paid, invoice total, total sales, sales,
    importe total, importe, total pedido, total factura, total ttc, montant total, montant ttc, montant, total commande,
    totale, totale ordine, totale fattura, importo totale, importo, gesamt, gesamtbetrag, gesamtsumme, summe, bruttobetrag, betrag`,
  tax: 'taxes, sales tax, ebay collected tax, tax amount, tax total, total tax, vat, gst, iva, impuesto, impuestos, tva, taxe, imposta, mwst, mehrwertsteuer, ust, umsatzsteuer, steuer',
  shipping: `shipping and handling, shipping handling, shipping cost ex tax, shipping cost, shipping amount, shipping charge, freight, postage, delivery fee, envio, gastos de envio, frais de port,
    frais de livraison, livraison, spedizione, spese di spedizione, versand, versandkosten`,
  tip: 'tips, gratuity, propina, pourboire, mancia, trinkgeld',
  discount:
    'disc, disc amount, line disc, promo, promotion, coupon amount, discount total, descuento, remise, reduction, sconto, rabatt',
  itemCount:
    'items, quantity, bottles, number of items, botellas, bouteilles, bottiglie, flaschen, cantidad, quantite, quantita, menge, anzahl',
  customerId: `cust id, customer no, contact id, client, cliente, id cliente, codigo cliente, numero de cliente, numero cliente,
    id client, code client, numero client, n client, codice cliente, kunde, kundennummer, kunden nr, kunden id`,
  customerName:
    'sold to, bill to, recipient name, buyer name, member name, guest, guest name, buyer, purchaser, full name, nombre del cliente, nombre cliente, nom du client, nom client, nome cliente, ragione sociale, kundenname',
  name: 'customer name, full name, contact, contact name, nombre completo, nombre del cliente, nombre, nom complet, nom du client, nome completo, kundenname',
  firstName: 'given name, first, prenom, vorname, nome',
  lastName: 'surname, family name, last, apellido, apellidos, nom de famille, nom, cognome, nachname, familienname',
  email: `customer email, mail, email address, correo, correo electronico, courriel, adresse email, adresse e mail, posta elettronica,
    indirizzo email, email adresse, e mail adresse`,
  customerEmail: `email, buyer email, billing email, recipient email, email address, mail, correo, correo electronico, courriel, adresse email, indirizzo email,
    email adresse, e mail adresse`,
  city: 'town, ciudad, poblacion, ville, citta, stadt, ort',
  state: 'provincia, departement, regione, bundesland, county',
  country: 'pais, pays, paese, nazione, land',
  postalCode: 'postcode, zip postal code, codigo postal, cp, code postal, cap, plz, postleitzahl',
  birthDate:
    'birthday, date of birth, dob, birth day, fecha de nacimiento, date de naissance, data di nascita, geburtsdatum, geburtstag',
  customerSince: `created at, created, since, date added, registered, registration date, first seen, created on, fecha de alta, client depuis,
    date de creation, cliente dal, data creazione, kunde seit, angelegt am`,
  category: 'department, product category, categoria, categorie, kategorie, warengruppe',
  brand: 'vendor, producer, winery, winery name, marca, bodega, marque, domaine, cantina, produttore, marke, weingut',
  vintage: 'harvest year, anada, millesime, annata, jahrgang',
  varietal: 'grape, variety, grapes, grape variety, variedad, uva, cepage, vitigno, rebsorte',
  price: 'unit price, retail price, list price, precio, prix, prix de vente, prezzo, preis, verkaufspreis',
  unitCost:
    'cost, cost per unit, cost per item, cost price, item cost, product cost, cost of good, wholesale cost, coste, costo, cout, prix d achat, kosten, einkaufspreis, coste unitario, costo unitario, cout unitaire',
  lineCost:
    'cogs, cost of goods, cost of goods sold, total cost, extended cost, cost of sales, wareneinsatz, coste total, costo total, cout total, costo del venduto',
  cost: 'unit cost, cost of good, cost of goods, cogs, cost per item, cost per unit, cost price, wholesale cost, unit cost, coste, costo, cout, prix d achat, kosten, einkaufspreis',
  onHand: `quantity, qty, current inventory, stock, quantity on hand, in stock, stock on hand, qty on hand, stock level, existencias, stock actual, cantidad en stock, en stock,
    stock disponible, quantite en stock, giacenza, bestand, lagerbestand, menge auf lager`,
  location:
    'inventory location, pool, warehouse, inventory pool, bin, store location, almacen, ubicacion, entrepot, emplacement, depot, magazzino, ubicazione, lagerort, lager, standort',
  available: 'available for sale, available for sale count, disponible, disponibile, verfugbar, verfuegbar',
  reserved: 'reserve count, reservado, reserve, riservato, reserviert',
  membershipId: `club membership id, id, member, subscription id, subscription, member id, member number, member no, numero de socio, id socio, numero d adherent, id adherent, numero tessera,
    id socio, mitgliedsnummer, mitglieds nr`,
  clubName:
    'membership, membership level, membership type, club name, club tier, nombre del club, nom du club, nome club, clubname',
  signupDate: `signup, sign up date, joined, start date, member since, signed up, signup on, sign up, started, start, began, join date, joined on, enrolled, enrollment date, date joined, fecha de alta, fecha de inscripcion, date d inscription,
    date d adhesion, data di iscrizione, data iscrizione, beitrittsdatum, eintrittsdatum, mitglied seit`,
  cancelledDate:
    'cancel date, canceled date, cancellation date, end date, date cancelled, date canceled, cancelled, canceled, cancelled at, canceled at, ended, ended on, termination date, canceled on, cancelled on, fecha de baja, date de resiliation, data di cessazione, kundigungsdatum, austrittsdatum',
  reservationId: `id, reservation number, booking id, confirmation number, booking number, booking ref, booking reference, confirmation, id reserva, numero de reserva, numero de reservation,
    id reservation, numero prenotazione, id prenotazione, reservierungsnummer, buchungsnummer`,
  reservationDate: `date, reserved for, visit date, booking date, arrival, arrival date, fecha de reserva, fecha reserva, fecha de visita, date de reservation,
    date de visite, data prenotazione, data visita, reservierungsdatum, besuchsdatum, buchungsdatum`,
  guests: `guest count, party size, covers, party, party of, group size, head count, headcount, visitors, no of guests, size of party, number of guests, people, pax, persons, personas, comensales, invitados, personnes, nombre de personnes, couverts, convives,
    persone, ospiti, numero persone, personen, gaste, gaeste, anzahl personen`,
  experience:
    'experience type, reservation type, tasting, tour, experiencia, degustacion, visite, degustation, esperienza, degustazione, erlebnis, verkostung, weinprobe',
  channel:
    'source, canal, canal de venta, canal de vente, canale, canale di vendita, kanal, vertriebskanal, verkaufskanal',
  orderType:
    'purchase type, event type, order type, tipo de pedido, type de commande, tipo ordine, auftragsart, bestellart',
  paymentStatus: 'financial status, payment state, estado de pago, statut de paiement, stato pagamento, zahlungsstatus',
  fulfillmentStatus:
    'delivery status, shipping status, estado de envio, statut de livraison, stato spedizione, versandstatus',
  status: 'estado, statut, stato',
  teamMember:
    'clerk, cashier, server, sold by, salesperson, sales person, sales rep, seller, associate, hosted by, mitarbeiter, verkäufer, verkaeufer, bedienung, vendedor, vendeur, venditore',
  cancellationReason:
    'cancel reason, reason, why, reason for leaving, cancellation notes, grund, kündigungsgrund, motivo, motif',
  requestedShip:
    'requested ship date, ship on, ship by, ship by date, shipping date, shipped on, shipped date, date shipped',
  refundedAmount: 'amount refunded, refund amount, refunded',
  orderDiscount: 'cart discount, order discount amount',
  orderTotal: 'order total amount, grand total',
  lineId: 'line number, lineitem id, item id',
  orderCost: 'cost, cogs, cost of goods sold, total cost, order cost, cost of sales',
  customerGroup:
    'group, segment, customer segment, tier, customer tier, loyalty tier, customer type, customer category, customer class, client type',
  lifetimeValueSeed: 'lifetime value seed',
  allocated: 'allocated count',
  acquisitionChannel: 'acquisition channel',
  reservationTime: 'time, start time, arrival time, hora, heure, ora, uhrzeit',
})
