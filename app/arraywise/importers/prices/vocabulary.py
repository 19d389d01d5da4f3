"""The words of quotes in English, German and Portuguese: one table, and what looks words up in it.

Words support a reading and never prove one. They are compared without case, accents and
punctuation (`plain_words`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from arraywise.domain.quotes import Period
from arraywise.importers.prices.cells import plain_words

# Concept: words in English | in German | in Portuguese. <Names> stand for other words.
_TABLE = r"""
<tax>: vat|(?:sales )?tax(?:es)?|[cis]?gst|hst|mwst|mehrwertsteuer|ust|umsatzsteuer|u st|mw st|iva
  |icms|ipi|iss|impostos?|tributos?|steuern?
<money>: price|prices|cost|costs|amount|charge|charges|fee|fees|value|preis|preise|kosten|betrag
  |wert|gebuhr\w*|preco|precos|valor|valores|vlr|vl|val|custo|custos|taxa|msrp|srp
<care>: maint\w*|wartung\w*|manut\w*|support\w*|suporte|care ?packs?|pflege|servicevertrag
<off>: discount\w*|disc|\w*rabatt\w*|\w*nachlass|descontos?|desc\b(?=[ %]|$)|rebate|(?<!one )off
<per>: per|pro|je|por|ao|im|a
# how often something is paid: the dangerous ones, without which amounts are read wrongly
once: one ?time|once|one off|non ?recurring|nrc|up ?front|einm\w*|unic[oa]s?|uma (?:so )?vez
  |a vista|initial|inicia(?:l|is)|set ?up|capex
quarter: quarterly|quarters?|(?:<per>) quarter|every (?:3|three) months|qtr|vierteljahr\w*
  |quartal\w*|alle (?:3|drei) monate|trimestra(?:l|is)|trimestralmente|trimestres?|a cada (?:3
  |tres) meses
half-year: half ?year\w*|semi ?annual\w*|bi ?annual\w*|every (?:6|six) months|halbjahr\w*|alle (?:6
  |sechs) monate|semestra(?:l|is)|semestralmente|semestres?|a cada (?:6|seis) meses
year: (?<!\d )(?:annual|annually|yearly|per annum|p a|pa|years?|yr|yrs|arr|jahrlich\w*|jahr
  |jahres\w*|anua(?:l|is)|anualmente|anuidade|ano|a a)
month: (?<!\d )(?:monthly|months?|mo|mth|mon|mrr|mrc|p m|monatlich\w*|monat|monats\w*|mtl|mensa(?:l
  |is)|mensalmente|mensalidades?|mes|a m)
from month: from month|starting month|ab monat|a partir do mes
term: no of (?:months|years)|number of (?:months|years)|(?:anzahl|zahl der) (?:monate|jahre)
  |n\w* de (?:meses|anos)|months|monate|meses|terms?|contract (?:period|length|term)|duration
  |\w*laufzeit\w*|vertragsdauer|prazo|vigencia|vertragsbindung|mindest\w*|minimum|commitment
  |fidelidade|permanencia
# columns
quantity: qty|qtys|quantity|quantities|count|units ordered|menge\w*|anzahl|stuckzahl|stuck|stk|stck
  |anz|quantidades?|qtde?s?|quant|qtd
unit: uom|unit of measure|unit|units|me|einh|einheit|mengeneinheit|un|und|unid|unidade|u m
unit price: unit (?:list |net |sell(?:ing)? )?(?:<money>)|(?:<money>) (?:each|unit|ea|(?:per
  |a) (?:unit|piece|item))|unit|rate|each|einzel\w*|stuck\w*preis|preis (?:je|pro) (?:stuck|einheit
  |stk)|e ?preis|ep|vk|(?:<money>) (?:unit\w*|por unidade)|unitari[oa]s?|p unit
list: list|listen\w*|msrp|srp|rrp|uvp|lista|tabela|retail|catalog(?:ue)?|brutto ?listen\w*|standard
net: net|netto|liquid[oa]s?|after discount|discounted|your|special|sell|selling|customer
  |nach rabatt|com desconto
amount: ext|extended|extension|total|totals|amount|subtotal|sum|line (?:total|price|amount|value)
  |gesamt\w*|betrag|summe|positions\w+|zeilen\w+|gp|g ?preis|(?:preco|valor) (?:total|estendido)
  |total|montante|soma
price: <money>
discount: <off>
gross: gross|brutto|incl\w*(?: \d+(?: \d+)? ?%)? (?:<tax>)|inkl\w*(?: \d+(?: \d+)? ?%)? (?:<tax>)
  |with (?:<tax>)|mit (?:<tax>)|com (?:<tax>)|brut[oa]
tax: (?<!excl )(?<!excluding )(?<!before )(?<!plus )(?<!zzgl )(?<!exkl )(?<!ohne )(?<!sem )
  (?<!ex )(?:<tax>)
before tax: (?:excl|excluding|before|plus|zzgl|zuzuglich|exkl|ohne|sem|ex|without|mais
  |net of) (?:\w+ ){0,3}(?:<tax>)
care: <care>
description: descri\w*|bezeichnung|beschreibung|artikelbezeichnung|product|produkt\w*|produto|item
  |items|artikel|leistung\w*|text|name|component|componente|was|title|service|servico|titel
  |artikeltext
part: part(?: ?(?:no|number|nr|num))?|sku|skus|mpn|p n|pn|product (?:number|no|code|id)|(?:artikel
  |material|teile|bestell|produkt|art|mat) ?(?:nr|nummer|no)|codigo|cod|code|ref|reference
  |referencia|item code|catalog number|model|modell|modelo
position: (?:sr|s|sl|ser) no|pos|position|line(?: ?(?:no|nr|item|number|#))?|no|nr|lfd ?nr|num|row
  |zeile|linha|ln|item (?:no|nr|number)|seq
category: category|kategorie|warengruppe|categoria|group|gruppe|grupo|type|typ|tipo|class|klasse
  |section|family
source: source|vendor|supplier|quelle|lieferant|anbieter|fonte|fornecedor|manufacturer|hersteller
  |fabricante|src
period: billing\w*|billed|frequency|frequenz|invoic\w+|abrechnung\w*|zahlweise|zahlungsweise|turnus
  |intervall?|interval|rhythmus|periodicidade|cobranca|faturamento|frequencia|payment|recurrence
  |zyklus|cycle|periode?|periodo|zeitraum|abrechnungsart|charge type|ciclo|cadence|recorrencia
  |wiederholung
currency: currency|wahrung|moeda|curr|cur|waehrung
price unit: preiseinheit|per|pro|per qty|unidade de preco|pe|lot size|preis je|por|je
warranty: warranty|garanti[ae]\w*|gewahrleistung
licence: licen[cs]e (?:model|type|term)|lizenz(?:modell|art|dauer)|(?:modelo|tipo) de licenca
support level: (?:support|service) ?level|supportstufe|reaktionszeit|nivel de (?:suporte|servico)
spares: spare[ds]?|ersatzteile|sobressalentes|em reserva
server: (?:is )?(?:a )?serve[rn]|servidor(?:es)?
applies to: applies to|gilt fur|aplica se a
note: notes?|remarks?|comments?|bemerkung\w*|anmerkung\w*|observac\w+|hinweis\w*|info|info\w*|obs
step from: (?:(?:tier|step|stufe|staffel|faixa) )?(?:from|above|over|von|ab|uber|de|acima de
  |a partir de)(?: (?:tb|gb|iops|tps))?
step to: (?:(?:tier|step|stufe|staffel|faixa) )?(?:to|up to|until|bis|ate)(?: (?:tb|gb|iops|tps))?
unused: \w*gewicht|weight|peso|kg|power|watts?|w|kw|btu|leistungsaufnahme|potencia|height|hohe|he
  |rack units?|ru|u|tb|gb|tib|gib|pb|iops|gb s|capacity|kapazitat|capacidade|usable|raw|netto tb
  |delivery\w*|lieferzeit\w*|lead time|prazo de entrega|entrega|date|datum|data|start|end|region
  |regiao|location|standort|local|lieferung|eta|availability|verfugbarkeit|weeks?|wochen|semanas
  |ean|hs code|ncm|country|land|pais|tax code|steuerschlussel|kostenstelle|cost cent(?:er|re)
  |present value|barwert|valor presente|vpe
yes or no: [xjnys]
known code: hw|sw|svc|srv|hardware|software|service|services|storage|network|netz|netzwerk|compute
  |security|server|netzteil|rede|yes|no|ja|nein|sim|nao|true|false|new|neu|novo|eur|usd|gbp|chf|brl
  |license|licence|lizenz|licenca|perpetual|unbefristet|perpetu[oa]|installation|database
  |management|speicher|backup
status: quoted|offered|ordered|accepted|approved|confirmed|active|valid|standard|base|mandatory
  |required|requested|withdrawn|cancell?ed|deleted|declined|rejected|removed|replaced|inactive
  |pending|open|closed|in stock|stock|angeboten|bestellt|angenommen|bestatigt|aktiv|gultig|serie
  |basis|grundausstattung|pflicht|zuruckgezogen|storniert|geloscht|abgelehnt|entfallt|entfallen
  |ersetzt|inaktiv|offen|padrao|obrigatori[oa]|cotad[oa]|pedid[oa]|aprovad[oa]|confirmad[oa]
  |ativ[oa]|retirad[oa]|cancelad[oa]|excluid[oa]|rejeitad[oa]|substituid[oa]|inativ[oa]|pendente
nth year: (?:year|jahr|ano) [1-9]|(?:[1-9](?:st|nd|rd|th|o|a)|first|second|third|erstes|zweites
  |drittes|primeiro|segundo|terceiro) (?:year|jahr|ano)|^20\d\d$|^[1-3] (?:jahr|ano)$|[yj][1-9]
for piece: units?|each|pieces?|stuck|stk|einzel\w*|einheit|peca|unidade|unitari[oa]s?|ea
for line: ext|extended|lines?|total|gesamt\w*|summe|zeile|position|linha|estendid[oa]|amount|betrag
rate: %|rate|satz|percent|pct|prozent|aliquota|por cento|percentual
# rows
total: (?:sub ?|grand ?)?totals?|sum|\w*summe\w*|gesamt\w*|\w+betrag|netto(?:betrag)?|net(?: amount
  | price| total| value)?|amount due|balance due|soma|total geral|valor (?:total|global)|a pagar
  |custo\w* total|cost of ownership|(?:3|three|36) ?(?:year|yr|month)s? (?:cost|total|price)|tco
  |unrounded|ungerundet|nao arredondado|liquido|quote total|contract value|zu zahlen|zahlbetrag
  |auftragswert|warenwert
carried: carried forward|brought forward|carry ?over|carried over|c f|b f|ubertrag\w*|uebertrag\w*
  |a transportar|transporte|de transporte|saldo anterior|page total|seitensumme
surcharge: bdi|overhead|mark ?up|contingency|profit|gemeinkosten|gewinn|lucro|margem|\w*surcharge
  |sobretaxa|rounding|rundung\w*|arredondamento|ajuste|freight|shipping|handling|delivery|fracht\w*
  |versand\w*|transport|lieferung|porto|verpackung|frete|envio|entrega|installation|install|setup
  |surcharge|\w*zuschlag\w*|insurance|\w*versicherung|seguro|aufschlag|acrescimo|mindermenge\w*
  |instalacao|montage|inbetriebnahme|service fee|bearbeitungsgebuhr|logist\w+|toll|maut
  |environmental|packaging|packing|fees?|levy|taxa de servico
rounded: (?:ab|auf)?gerundet\w*|rounded|arredondad[oa]s?
option: opt|optional\w*|options?|optionen|opcional|opcionais|opcao|opcoes|alternativ\w*|alternate
  |eventualposition\w*|bedarfsposition\w*|wahlweise|nep|not included|nicht (?:enthalten|inbegriffen
  |inkludiert)|nao inclu(?:s|id)[oa]s?|auf wunsch|on demand|not in (?:the )?total|ohne gesamtpreis
  |nicht in(?: der)? summe|eventual
included: included|inclusive|incl|inkl|inklusive|enthalten|inbegriffen|bereits|already|inclus[oa]s?
  |ja incluid[oa]|incluid[oa]s?|darin|thereof|davon|contained|therein|of which|applied|aplicad[oa]
  |berucksichtigt|considerad[oa]|deducted|abgezogen|contid[oa]|dos quais
free: n c|nc|frei|free(?: of charge)?|no charge|f o c|foc|gratis|kostenlos|kostenfrei
  |ohne berechnung|o b|included|incl|inkl|inklusive|enthalten|inbegriffen|inclus[oa]|incluid[oa]
  |sem custo|gratuit[oa]|cortesia|bundled|waived
reference: (?:see|siehe|s|vide|ver|cf|in|em) (?:pos\w*|items?|lines?|linha|zeile)(?: \d+)+
on request: on request|upon request|tbd|tba|tbc|to be (?:quoted|determined|defined|confirmed)
  |auf anfrage|a a|n v|nach aufwand|sob (?:consulta|demanda|pedido)|a definir|a combinar|call|poa
  |t b d
rent: rent\w*|lease|leasing|subscri\w+|miete|mietpreis|abo|abonnement|alug\w+|locacao|assinatura\w*
  |as a service|managed service\w*|hosting|colocation|saas|staas|betrieb(?:sfuhrung)?
footer: valid\w*|gultig\w*|validade|payment terms?|zahlungs\w+|zahlbar|condicoes|lead time
  |lieferzeit\w*|delivery time|prazo de entrega|page|seite|pagina|phone|tel|telefon|fax|iban|bic
  |quote (?:no|number|id)|angebots?\w* ?(?:nr|nummer|no)|angebotsnummer|customer (?:no|number)
  |kundennummer|kunden nr|date|datum|vat id|ust id\w*|qph\w*|tpm\w*|exchange rate|wechselkurs
  |cambio|zip|plz|cnpj|steuernummer|handelsregister|hrb
payment: deposits?|down ?payments?|pre ?payments?|advance payments?|anzahlung\w*|abschlag\w*
  |adiantamento|sinal|retention\w*|einbehalt\w*|retencao|skonto|cash discount (?=.*(?:days|within
  |payment))|early payment|prompt payment|bei zahlung|zahlung innerhalb|payment (?:with)?in
  |pagamento em|p pagamento|bei auftrag\w*|bei lieferung|nach abnahme|on order|on delivery|upon \w+
  |na entrega|no pedido|no aceite|on acceptance|milestone|bei bestellung|at signing|na assinatura
  |desconto (?:financeiro|por antecipacao|a vista)|para pagamento|balance|restbetrag|restsumme
  |remaining|saldo|received|erhalten\w*|recebid[oa]|already paid|bereits gezahlt|ja pag[oa]
  |trade ?in paid
rises: (?:increase|rise|steig|erhoh|aument|reajust)\w*
changes: indexation|index(?:iert)?|price adjustment|from (?:the )?(?:\d+\w*|second|third
  |next) (?:year|month)|after (?:the )?(?:first )?(?:\d+ )?(?:year|month)s?|(?:first|initial
  |erste\w*|primeir[oa]s?) (?:\d+ |three |drei |tres )?(?:year|month|jahr|monat|ano|mes)\w*
  |ab (?:dem )?\d+\w* (?:jahr|monat)|ab (?:jahr|monat) \d+|a partir do (?:\d+\w*|segundo
  |proximo) (?:ano|mes)|(?:months?|monate?|meses)(?: \w+){0,4} (?:free|kostenfrei|kostenlos|frei
  |gratis)|promotional|aktionspreis
billed time: leistungszeitraum|abrechnungszeitraum|rechnungszeitraum|(?:billing|service
  |invoice) period|period of service|periodo de (?:servico|referencia|faturamento|cobranca)
variant: (?:variant\w*|variante|angebot|offer|option|opcao|alternativ\w*|bundle|package|paket
  |pacote|proposta|quote|scenario|szenario|cenario|configuration|konfiguration) (?:[a-d]|[1-4]
  |i{1,3})
credit: credit|gutschrift|credito|trade ?in|inzahlungnahme|abatimento|deduction|abzug|less
  |abzuglich|deducao|menos
# units of a quantity
piece: pcs?|pieces?|ea|each|units?|unit|stk|stck|st|stuck|einheit(?:en)?|un|und|unid|unidades?
  |pecas?|items?|sets?|satz|kits?|jogos?|lic|licen[cs]es?|lizenz(?:en)?|licencas?|nodes?|knoten|tb
  |gb|tib|gib|hours?|hrs?|h|std|stunden?|horas?|days?|tage?|dias?|pt|psch|pauschal\w*|lump sum|ls
  |lot|lote|pack|packs|user|users|ports?|m|meter|metros?|vb|paar|pair|drives?|disks?|x|rack units?
  |ru|he
months: months?|monate?n?|mes(?:es)?|mths?|mos|mon|mo
years: years?|yrs?|jahren?|jahre?|anos?
"""


def _read_table(table: str) -> dict[str, str]:
    """Return the words of each concept, with those that <another> stands for."""
    words: dict[str, str] = {}
    joined = re.sub("\n  ", "", table)
    for line in joined.strip().splitlines():
        concept, _, own = line.partition(": ")
        if not line.startswith("#"):
            words[concept] = re.sub("<[a-z]+>", lambda named: words[named[0]], own)
    return words


WORDS = _read_table(_TABLE)
"""One table of words; nothing else in this folder tests a text for a meaning of its own."""

_BARE = {
    concept: re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])")
    for concept, words in WORDS.items()
}
_FILLER_TEXT = """
in of the per pro je por a and und e o de do da em im der die das for fur para no na to or
incl inkl excl exkl zzgl vat mwst ust tax eur usd gbp brl chf euro euros us r k m t tsd teur
keur kusd kchf tausend thousand thousands mil mio million estimated est approx ca geschatzt
estimado estimada upon total totals line item items position pos price prices new neu novo
customer partner dealer reseller end user project projekt projeto hardware software services
service servicos license licence licenses subscription fee fees charge charges base basis
regular current quoted quote offer offered angebot oferta proposta contract sales sale
purchase kauf compra all alle todos up front before after nach vor antes apos with mit com
without ohne sem discount rabatt desconto currency wahrung moeda rounded gerundet budget
recurring wiederkehrend recorrente 1 2 3 12 36 100 1000 % st stk stuck pcs our unser nosso
invoice rechnung on auf sobre list month months year years monat monate mes meses ano anos
jahr jahre std standard special spezial as at it s usage nutzung uso storage support final
resulting printed gedruckt impresso read c p tchf tusd tgbp tbrl kgbp kbrl
"""
_FILLERS = frozenset(_FILLER_TEXT.split())
_MONEY_CONCEPTS = (
    "once", "quarter", "half-year", "year", "month", "term", "quantity", "unit price", "list",
    "net", "amount", "price", "discount", "gross", "tax", "before tax", "care", "rent", "unit",
    "months", "years", "warranty", "price unit",
)  # fmt: skip


@lru_cache(maxsize=16384)
def says(concept: str, words: str) -> bool:
    """Return whether plain words contain a word of a concept."""
    return _BARE[concept].search(words) is not None


@lru_cache(maxsize=16384)
def is_only(concept: str, words: str) -> bool:
    """Return whether plain words are a word of a concept and nothing else."""
    return _BARE[concept].fullmatch(words) is not None


_PERIODS = (
    ("once", Period.ONCE), ("quarter", Period.QUARTER), ("half-year", Period.HALF_YEAR),
    ("year", Period.YEAR), ("month", Period.MONTH),
)  # fmt: skip
TERMS = (12, 24, 36, 48, 60)
"""Months that contracts usually last."""
MONTHS_OF = {Period.MONTH: 1, Period.QUARTER: 3, Period.HALF_YEAR: 6, Period.YEAR: 12}
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ein": 1, "zwei": 2, "drei": 3,
    "vier": 4, "funf": 5, "um": 1, "dois": 2, "tres": 3, "quatro": 4, "cinco": 5,
}  # fmt: skip
_NUMBER = re.compile(
    rf"\b({'|'.join(_NUMBERS)})\b(?= (?:years?|yrs?|jahre?n?|anos?|months?|monate?|meses)\b)"
)
_SPAN = re.compile(
    r"(?<![a-z0-9])(?:(?P<years>\d{1,2}) ?(?:years?|yrs?|y|jahren?|jahr\w*|anos?)"
    r"|(?P<months>\d{1,3}) ?(?:months?|mos?|monate?n?|monats\w*|mon|mths?|mes(?:es)?)"
    r"|(?P<short>12|24|36|48|60) ?m)(?![a-z0-9])"
)


@lru_cache(maxsize=8192)
def numbers_in(text: str) -> tuple[float, ...]:
    """Return the numbers that a text states, in figures or words; percentages are none."""
    figures = re.findall(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]|\s?%)", text)
    words = (_NUMBERS[word] for word in plain_words(text).split() if word in _NUMBERS)
    return (*(float(each.replace(",", ".")) for each in figures), *words)


@lru_cache(maxsize=8192)
def span_in(words: str) -> int | None:
    """Return the months of a time that plain words state with a figure: `3 yr` is 36."""
    found = _SPAN.search(_NUMBER.sub(lambda match: str(_NUMBERS[match[1]]), words))
    if found is None:
        return None
    months = int(found["years"]) * 12 if found["years"] else int(found["months"] or found["short"])
    return months or None


@lru_cache(maxsize=8192)
def period_in(words: str) -> Period | None:
    """Return the period that plain words name; None where they name none, or several."""
    found = [period for concept, period in _PERIODS if says(concept, words)]
    if len(found) == 2 and found[0] in (Period.QUARTER, Period.HALF_YEAR):
        return found[0]
    return found[0] if len(found) == 1 else None


_PERIOD_CELL = re.compile(
    r"(?:(?:billed|charged|paid|payable|recurring|fee|charge|charges|cost|preis|zahlung|"
    r"zahlbar|abrechnung|gebuhr|"
    r"pagamento|cobranca|taxa|wiederkehrend|recorrente|per|pro|je|por|im|ao|a|in|advance|rent|"
    r"voraus|each|every|jede[nrs]?|cada|the|subscription|abo|assinatura) ?)*"
)


@lru_cache(maxsize=8192)
def period_of_cell(words: str) -> Period | None:
    """Return the period that a whole cell states; None for a text that holds more than that."""
    found = period_in(words)
    if found is None:
        span = _SPAN.fullmatch(words) and span_in(words)
        return Period.TERM if span and span > 12 else None
    concept = next(concept for concept, period in _PERIODS if period is found)
    rest = _BARE[concept].sub(" ", words)
    return found if _PERIOD_CELL.fullmatch(" ".join(rest.split())) else None


_LAST = re.compile(
    r"(?:^|[ ])(?:(?:per|pro|por|je|ao|im|a) (?P<per>\w+)|(?P<adverb>monthly|yearly|annually|"
    r"quarterly|mtl|"
    r"monatlich|jahrlich|vierteljahrlich|halbjahrlich|p a|p m|per annum))$"
)
_RECURS = re.compile(
    r"(?<![a-z0-9])(?:(?:per|pro|por|je|ao) (?:month|monat|mes|quarter|quartal|trimestre|year|"
    r"jahr|ano|annum)"
    r"|monthly|monatlich\w*|yearly|annually|jahrlich\w*|quarterly|mensal|anual|trimestral|"
    r"semestral|p a|p m)(?![a-z0-9])"
)


@lru_cache(maxsize=8192)
def may_recur(words: str) -> bool:
    """Return whether a description says somewhere that something is paid again and again."""
    return _RECURS.search(words) is not None


@lru_cache(maxsize=8192)
def period_at_end(words: str) -> Period | None:
    """Return the period that the last words of a description state: `..., per month`."""
    found = _LAST.search(words)
    return period_in(found["per"] or found["adverb"]) if found else None


@lru_cache(maxsize=4096)
def has_unknown_word(words: str) -> bool:
    """Return whether a heading of money has a word that no concept of money explains."""
    rest = _SPAN.sub(" ", words)
    for concept in _MONEY_CONCEPTS:
        rest = _BARE[concept].sub(" ", rest)
    return any(word not in _FILLERS and not word.isdecimal() for word in rest.split())


def is_note(words: str) -> bool:
    """Return whether a text begins as a note does."""
    return re.match(rf"(?:{WORDS['note']})(?![a-z0-9])", words) is not None


def option_in(text: str) -> bool:
    """Return whether a label marks an option: at its start or in closing brackets."""
    start = plain_words(text[:40])
    if re.match(rf"(?:pos \d+ )?(?:{WORDS['option']})(?![a-z0-9])", start):
        return True
    closing = re.search(r"[(\[]([^()\[\]]{3,40})[)\]]\s*$", text)
    return closing is not None and says("option", plain_words(closing[1]))


_SCALE = re.compile(
    r"(?<![a-z0-9])(?:(?:k|t|tsd|tausend) ?(?:eur|euro|usd|gbp|chf|brl)|(?:eur|usd|gbp|chf|"
    r"brl) ?(?:k|000|000s|tsd)"
    r"|teur|keur|kusd|kchf|tausend|thousands?|in tsd|em milhares|milhares|(?:usd|eur|brl|chf|"
    r"gbp|reais|valores em) mil|mil (?:reais|usd|eur|brl))(?![a-z0-9])"
)
_RAW_SCALE = re.compile(r"[$€£]\s?mil\b|(?:[kK]|T)\s?[€$£]|[€$£]\s?[kK]\b|['\u2019]000|T€|Tsd\.?")
_MILLIONS = re.compile(r"(?<![a-z0-9])(?:mio|millions?|milhoes|meur|musd)(?![a-z0-9])")


@lru_cache(maxsize=4096)
def scale_in(text: str) -> int:
    """Return what a heading or title multiplies its figures by: `TEUR` and `'000` by 1,000."""
    if _RAW_SCALE.search(text) or _SCALE.search(plain_words(text)):
        return 1000
    return 1_000_000 if _MILLIONS.search(plain_words(text)) else 1
