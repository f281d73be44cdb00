import type {
  Channel,
  DeliveryMethod,
  FulfillmentStatus,
  ItemKind,
  MembershipStatus,
  OrderType,
  PaymentStatus,
  ReservationStatus,
} from '../commerce.ts'

/** Spellings of each code in platforms and spreadsheets, in lower case. The code itself always counts. */
type Spellings<Code extends string> = Readonly<Partial<Record<Code, readonly string[]>>>

/** The code of a written value, by its lower-case text. Others are `other`. */
export type CodeTable = Readonly<Record<string, string>>

const table = <Code extends string>(spellings: Spellings<Code>): CodeTable =>
  Object.fromEntries(
    Object.entries<readonly string[] | undefined>(spellings).flatMap(([code, written]) =>
      [code, code.replaceAll('_', ' '), code.replaceAll('_', '-'), ...(written ?? [])].map((one) => [one, code]),
    ),
  )

/** Of a list with commas; English first, then German, Spanish, French and Italian. */
const words = (list: string): readonly string[] => list.split(',').map((word) => word.trim())

export const CHANNEL_CODES = table<Channel>({
  pos: words(`point of sale, register, tasting room, tasting bar, cellar door, retail, in store, in-store, in person, on site, onsite,
    on-site, walk in, walk-in, shop, store, square point of sale, vinothek, laden, ladengeschäft, kasse, ab hof, hofverkauf, tienda,
    en tienda, mostrador, caveau, magasin, caisse, negozio, enoteca, cassa`),
  web: words(`website, online, online store, online shop, onlineshop, ecommerce, e-commerce, internet, web store, web shop, webshop,
    website order, square online, shopify, tienda online, en línea, en linea, site web, en ligne, boutique en ligne, sito, sito web`),
  club: words(
    'wine club, club order, wine club order, club shipment, weinclub, club de vino, club de vinos, club vin, club des vins',
  ),
  phone: words('telephone, inbound, outbound, call, phone order, telefon, telefonisch, teléfono, telefono, téléphone'),
  event: words('events, veranstaltung, evento, eventos, événement, evenement, eventi'),
  reservation:
    words(`reservations, tasting, tastings, booking, bookings, reservierung, verkostung, reserva, reservas, réservation,
    dégustation, prenotazione, degustazione`),
  marketplace: words('market place, amazon, vivino, ebay, marktplatz'),
  wholesale: words(
    'trade, distributor, distribution, b2b, großhandel, grosshandel, handel, mayorista, grossiste, ingrosso',
  ),
})

export const ORDER_TYPE_CODES = table<OrderType>({
  regular: words(
    'sale, payment, order, standard, purchase, invoice, sales receipt, cash sale, verkauf, rechnung, venta, factura, vente, facture, vendita, fattura',
  ),
  refund: words(
    'refunded, return, returned, sales return, credit, credit note, credit memo, refund receipt, gutschrift, rückgabe, devolución, devolucion, avoir, remboursement, reso, rimborso',
  ),
  exchange: [],
  corporate: words('corporate order'),
  club: words('club order, club shipment'),
  no_charge: words('complimentary, comp, free, no charge'),
})

// A refunded order without a separate refund record has no sales.
export const PAYMENT_STATUS_CODES = table<PaymentStatus>({
  paid: words(`complete, completed, closed, processing, captured, partially_refunded, partially refunded, paid in full, settled, success, successful,
    succeeded, approved, yes, y, bezahlt, beglichen, ja, pagado, pagada, cobrado, cobrada, sí, si, payé, payée, réglé, réglée, encaissé,
    oui, pagato, pagata, saldato, saldata, sì`),
  authorized: words(
    'authorised, preauth, autorisiert, autorizado, autorizada, autorisé, autorisée, autorizzato, autorizzata',
  ),
  cancelled:
    words(`canceled, void, voided, deleted, refunded, expired, declined, failed, rejected, storniert, abgebrochen, erstattet, anulado,
    anulada, cancelado, cancelada, reembolsado, reembolsada, annulé, annulée, remboursé, remboursée, annullato, annullata, rimborsato,
    rimborsata`),
  pending:
    words(`unpaid, not paid, open, on hold, on-hold, parked, layby, layaway, draft, pending payment, due, overdue, outstanding, awaiting payment, partially_paid, partially paid, no, n, offen,
    ausstehend, unbezahlt, nein, pendiente, impagado, no pagado, en attente, impayé, impayée, non payé, non, in attesa, non pagato,
    da pagare`),
})

export const FULFILLMENT_STATUS_CODES = table<FulfillmentStatus>({
  unfulfilled: words(
    'not fulfilled, open, pending, awaiting, not shipped, new, offen, pendiente, en attente, in attesa',
  ),
  partial: words('partially fulfilled, partially_fulfilled, partially shipped'),
  fulfilled:
    words(`shipped, picked up, delivered, complete, completed, sent, versandt, versendet, geliefert, abgeholt, enviado, enviada,
    entregado, entregada, expédié, expédiée, livré, livrée, spedito, spedita, consegnato, consegnata`),
  not_required: words('no fulfillment required, none'),
})

export const DELIVERY_METHOD_CODES = table<DeliveryMethod>({
  carry_out: words('carryout, take away, take out, takeout, for here, to go, mitnahme'),
  pickup: words('pick up, pick-up, will call, local pickup, winery pickup, abholung, recogida, retrait, ritiro'),
  ship: words('shipping, shipped, delivery, versand, lieferung, envío, envio, livraison, expédition, spedizione'),
})

// English words are read as names of goods (`domain/item-kind`).
export const ITEM_KIND_CODES = table<ItemKind>({
  wine: words('wein, weine, vino, vinos, vin, vins, vini'),
  tasting: words('verkostung, weinprobe, degustación, degustacion, dégustation, degustazione'),
  merch: words('goods'),
  food: words('speisen, comida, nourriture, cibo'),
  event: words('veranstaltung, evento, événement'),
  reservation: [],
  gift_card: words('voucher, gutschein, tarjeta regalo, carte cadeau, buono regalo'),
  club_fee: [],
  shipping: words('versand, envío, envio, livraison, spedizione'),
})

export const MEMBERSHIP_STATUS_CODES = table<MembershipStatus>({
  active: words(
    'current, enrolled, in good standing, good standing, active member, aktiv, activo, activa, actif, active, attivo, attiva',
  ),
  on_hold:
    words(`onhold, hold, paused, suspended, frozen, skipped, pausiert, ruhend, pausado, pausada, suspendido, suspendida, en pause,
    suspendu, suspendue, sospeso, sospesa`),
  cancelled:
    words(`canceled, inactive, ended, terminated, expired, lapsed, former, quit, gekündigt, gekuendigt, beendet, inaktiv, cancelado,
    cancelada, inactivo, inactiva, baja, résilié, résiliée, inactif, cessato, disdetto, annullato, inattivo`),
})

export const RESERVATION_STATUS_CODES = table<ReservationStatus>({
  reserved:
    words(`booked, confirmed, paid, processing, hold, pending, upcoming, new, reserviert, gebucht, bestätigt, reservado, reservada,
    confirmado, confirmada, réservé, réservée, confirmé, confirmée, prenotato, prenotata, confermato, confermata`),
  checked_in: words('arrived, seated, in progress, eingecheckt'),
  closed_out:
    words(`closed, completed, complete, done, visited, attended, finished, showed, abgeschlossen, erschienen, completado, completada,
    terminé, terminée, completato, completata`),
  cancelled: words(
    'canceled, cancelled by guest, storniert, abgesagt, cancelado, cancelada, annulé, annulée, annullato, annullata',
  ),
  no_show: words('noshow, did not show, nicht erschienen, no presentado, absent, absente, non presentato'),
})

/** Answers of a column of marks, in lower case. */
export const NO = ['no', 'n', 'false', 'f', '0']
export const YES = ['yes', 'y', 'true', 't', '1', 'x']
/** What stands for no date. */
export const NEVER = ['-', '–', '—', 'none', 'null', 'n/a', 'never', '0000-00-00', '0000-00-00 00:00:00']
