"""The words of quotes in English, German and Portuguese: one table, and what looks words up in it.

Words support a reading and never prove one. They are compared without case, accents and
punctuation (`plain_words`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from arraywise.domain.quotes import Period
from arraywise.importers.prices.cells import plain_words

_CARE = r"maint\w*|wartung\w*|manut\w*|support\w*|suporte|care ?packs?|pflege|servicevertrag"
_TAX = (
    r"vat|(?:sales )?tax(?:es)?|[cis]?gst|hst|mwst|mehrwertsteuer|ust|umsatzsteuer|u st|mw st|"
    r"iva|icms|ipi|iss"
    r"|impostos?|tributos?|steuern?"
)
_OFF = r"discount\w*|disc|\w*rabatt\w*|\w*nachlass|descontos?|desc\b(?=[ %]|$)|rebate|(?<!one )off"
_MONEY = (
    r"price|prices|cost|costs|amount|charge|charges|fee|fees|value|preis|preise|kosten|betrag|"
    r"wert|gebuhr\w*"
    r"|preco|precos|valor|valores|vlr|vl|val|custo|custos|taxa|msrp|srp"
)
_PER = r"per|pro|je|por|ao|im|a"

# Concept: words in English | in German | in Portuguese.
WORDS = {
    # how often something is paid: the dangerous ones, without which amounts are read wrongly
    "once": r"one ?time|once|one off|non ?recurring|nrc|up ?front|einm\w*|unic[oa]s?|"
    r"uma (?:so )?vez|"
    r"a vista|initial|inicia(?:l|is)|set ?up|capex",
    "quarter": rf"quarterly|quarters?|(?:{_PER}) quarter|every (?:3|three) months|qtr|"
    rf"vierteljahr\w*|"
    r"quartal\w*|alle (?:3|drei) monate|trimestra(?:l|is)|trimestralmente|trimestres?|"
    r"a cada (?:3|tres) meses",
    "half-year": r"half ?year\w*|semi ?annual\w*|bi ?annual\w*|every (?:6|six) months|halbjahr\w*|"
    r"alle (?:6|sechs) monate|semestra(?:l|is)|semestralmente|semestres?|a cada (?:6|seis) meses",
    "year": r"(?<!\d )(?:annual|annually|yearly|per annum|p a|pa|years?|yr|yrs|arr|jahrlich\w*|"
    r"jahr|jahres\w*|"
    r"anua(?:l|is)|anualmente|anuidade|ano|a a)",
    "month": r"(?<!\d )(?:monthly|months?|mo|mth|mon|mrr|mrc|p m|monatlich\w*|monat|monats\w*|mtl|"
    r"mensa(?:l|is)|mensalmente|mensalidades?|mes|a m)",
    "from month": r"from month|starting month|ab monat|a partir do mes",
    "term": r"no of (?:months|years)|number of (?:months|years)|(?:anzahl|zahl der) (?:monate|"
    r"jahre)|n\w* de (?:meses|anos)|months|monate|meses|terms?|contract (?:period|length|term)|"
    r"duration|\w*laufzeit\w*|vertragsdauer|prazo|vigencia|vertragsbindung|mindest\w*|minimum|"
    r"commitment|fidelidade|permanencia",
    # columns
    "quantity": r"qty|qtys|quantity|quantities|count|units ordered|menge\w*|anzahl|stuckzahl|"
    r"stuck|stk|stck|anz|"
    r"quantidades?|qtde?s?|quant|qtd",
    "unit": r"uom|unit of measure|unit|units|me|einh|einheit|mengeneinheit|un|und|unid|unidade|"
    r"u m",
    "unit price": rf"unit (?:list |net |sell(?:ing)? )?(?:{_MONEY})|(?:{_MONEY}) (?:each|unit|"
    rf"ea|(?:per|a) (?:unit|piece|item))|"
    r"unit|rate|each|einzel\w*|stuck\w*preis|preis (?:je|pro) (?:stuck|einheit|stk)|e ?preis|"
    r"ep|vk|"
    rf"(?:{_MONEY}) (?:unit\w*|por unidade)|unitari[oa]s?|p unit",
    "list": r"list|listen\w*|msrp|srp|rrp|uvp|lista|tabela|retail|catalog(?:ue)?|"
    r"brutto ?listen\w*|standard",
    "net": r"net|netto|liquid[oa]s?|after discount|discounted|your|special|sell|selling|"
    r"customer|nach rabatt|com desconto",
    "amount": r"ext|extended|extension|total|totals|amount|subtotal|sum|line (?:total|price|"
    r"amount|value)|"
    r"gesamt\w*|betrag|summe|positions\w+|zeilen\w+|gp|g ?preis|(?:preco|valor) (?:total|"
    r"estendido)|total|"
    r"montante|soma",
    "price": _MONEY,
    "discount": _OFF,
    "gross": rf"gross|brutto|incl\w*(?: \d+(?: \d+)? ?%)? (?:{_TAX})|"
    rf"inkl\w*(?: \d+(?: \d+)? ?%)? (?:{_TAX})|"
    rf"with (?:{_TAX})|mit (?:{_TAX})|com (?:{_TAX})|brut[oa]",
    "tax": rf"(?<!excl )(?<!excluding )(?<!before )(?<!plus )(?<!zzgl )(?<!exkl )"
    rf"(?<!ohne )(?<!sem )(?<!ex )(?:{_TAX})",
    "before tax": rf"(?:excl|excluding|before|plus|zzgl|zuzuglich|exkl|ohne|sem|ex|without|"
    rf"mais|net of) "
    rf"(?:\w+ ){{0,3}}(?:{_TAX})",
    "care": _CARE,
    "description": r"descri\w*|bezeichnung|beschreibung|artikelbezeichnung|product|produkt\w*|"
    r"produto|"
    r"item|items|artikel|leistung\w*|text|name|component|componente|was|title|service|servico|"
    r"titel|artikeltext",
    "part": r"part(?: ?(?:no|number|nr|num))?|sku|skus|mpn|p n|pn|product (?:number|no|code|id)|"
    r"(?:artikel|material|teile|bestell|produkt|art|mat) ?(?:nr|nummer|no)|codigo|cod|code|ref|"
    r"reference|"
    r"referencia|item code|catalog number|model|modell|modelo",
    "position": r"(?:sr|s|sl|ser) no|pos|position|line(?: ?(?:no|nr|item|number|#))?|no|nr|"
    r"lfd ?nr|num|row|zeile|linha|ln|"
    r"item (?:no|nr|number)|seq",
    "category": r"category|kategorie|warengruppe|categoria|group|gruppe|grupo|type|typ|tipo|"
    r"class|klasse|section|family",
    "source": r"source|vendor|supplier|quelle|lieferant|anbieter|fonte|fornecedor|manufacturer|"
    r"hersteller|fabricante|src",
    "period": r"billing\w*|billed|frequency|frequenz|invoic\w+|abrechnung\w*|zahlweise|"
    r"zahlungsweise|turnus|"
    r"intervall?|interval|rhythmus|periodicidade|cobranca|faturamento|frequencia|payment|"
    r"recurrence|zyklus|cycle|"
    r"periode?|periodo|zeitraum|abrechnungsart|charge type|ciclo|cadence|recorrencia|wiederholung",
    "currency": r"currency|wahrung|moeda|curr|cur|waehrung",
    "price unit": r"preiseinheit|per|pro|per qty|unidade de preco|pe|lot size|preis je|por|je",
    "warranty": r"warranty|garanti[ae]\w*|gewahrleistung",
    "licence": r"licen[cs]e (?:model|type|term)|lizenz(?:modell|art|dauer)|(?:modelo|"
    r"tipo) de licenca",
    "support level": r"(?:support|service) ?level|supportstufe|reaktionszeit|"
    r"nivel de (?:suporte|servico)",
    "spares": r"spare[ds]?|ersatzteile|sobressalentes|em reserva",
    "server": r"(?:is )?(?:a )?serve[rn]|servidor(?:es)?",
    "applies to": r"applies to|gilt fur|aplica se a",
    "note": r"notes?|remarks?|comments?|bemerkung\w*|anmerkung\w*|observac\w+|hinweis\w*|info|"
    r"info\w*|obs",
    "step from": r"(?:(?:tier|step|stufe|staffel|faixa) )?(?:from|above|over|von|ab|uber|de|"
    r"acima de|a partir de)(?: (?:tb|gb|iops|tps))?",
    "step to": r"(?:(?:tier|step|stufe|staffel|faixa) )?(?:to|up to|until|bis|ate)(?: (?:tb|gb|"
    r"iops|tps))?",
    "unused": r"\w*gewicht|weight|peso|kg|power|watts?|w|kw|btu|leistungsaufnahme|potencia|"
    r"height|hohe|he|rack units?|ru|"
    r"u|tb|gb|tib|gib|pb|iops|gb s|capacity|kapazitat|capacidade|usable|raw|netto tb|"
    r"delivery\w*|lieferzeit\w*|"
    r"lead time|prazo de entrega|entrega|date|datum|data|start|end|region|regiao|location|"
    r"standort|local|lieferung|"
    r"eta|availability|verfugbarkeit|weeks?|wochen|semanas|ean|hs code|ncm|country|land|pais|"
    r"tax code|"
    r"steuerschlussel|kostenstelle|cost cent(?:er|re)|present value|barwert|valor presente|vpe",
    "yes or no": r"[xjnys]",
    "known code": r"hw|sw|svc|srv|hardware|software|service|services|storage|network|netz|"
    r"netzwerk|compute|security|server|netzteil|rede|yes|no|ja|nein|sim|nao|"
    r"true|false|new|neu|novo|eur|usd|gbp|chf|brl|license|licence|lizenz|"
    r"licenca|perpetual|unbefristet|perpetu[oa]|installation|database|management|speicher|backup",
    "status": r"quoted|offered|ordered|accepted|approved|confirmed|active|valid|standard|base|"
    r"mandatory|required|"
    r"requested|withdrawn|cancell?ed|deleted|declined|rejected|removed|replaced|inactive|pending|"
    r"open|closed|in stock|stock|angeboten|bestellt|angenommen|bestatigt|aktiv|gultig|serie|basis|"
    r"grundausstattung|pflicht|"
    r"zuruckgezogen|storniert|geloscht|abgelehnt|entfallt|entfallen|ersetzt|inaktiv|offen|padrao|"
    r"obrigatori[oa]|cotad[oa]|pedid[oa]|aprovad[oa]|confirmad[oa]|ativ[oa]|retirad[oa]|"
    r"cancelad[oa]|excluid[oa]|rejeitad[oa]|substituid[oa]|inativ[oa]|pendente",
    "nth year": r"(?:year|jahr|ano) [1-9]|(?:[1-9](?:st|nd|rd|th|o|a)|first|second|third|"
    r"erstes|zweites|drittes|"
    r"primeiro|segundo|terceiro) (?:year|jahr|ano)|^20\d\d$|^[1-3] (?:jahr|ano)$|[yj][1-9]",
    "for piece": r"units?|each|pieces?|stuck|stk|einzel\w*|einheit|peca|unidade|unitari[oa]s?|ea",
    "for line": r"ext|extended|lines?|total|gesamt\w*|summe|zeile|position|linha|estendid[oa]|"
    r"amount|betrag",
    "rate": r"%|rate|satz|percent|pct|prozent|aliquota|por cento|percentual",
    # rows
    "total": r"(?:sub ?|grand ?)?totals?|sum|\w*summe\w*|gesamt\w*|\w+betrag|"
    r"netto(?:betrag)?|net(?: amount| price| total| value)?|amount due|balance due|"
    r"soma|total geral|valor (?:total|global)|a pagar|custo\w* total|cost of ownership|(?:3|"
    r"three|36) ?(?:year|yr|month)s? (?:cost|total|price)|tco|"
    r"unrounded|ungerundet|nao arredondado|liquido|quote total|contract value|zu zahlen|"
    r"zahlbetrag|auftragswert|warenwert",
    "carried": r"carried forward|brought forward|carry ?over|carried over|c f|b f|ubertrag\w*|"
    r"uebertrag\w*|a transportar|"
    r"transporte|de transporte|saldo anterior|page total|seitensumme",
    "surcharge": r"bdi|overhead|mark ?up|contingency|profit|gemeinkosten|gewinn|lucro|margem|"
    r"\w*surcharge|sobretaxa|rounding|rundung\w*|arredondamento|ajuste|freight|shipping|"
    r"handling|delivery|fracht\w*|versand\w*|transport|lieferung|porto|verpackung|"
    r"frete|envio|entrega|installation|install|setup|surcharge|\w*zuschlag\w*|insurance|"
    r"\w*versicherung|seguro|"
    r"aufschlag|acrescimo|mindermenge\w*|instalacao|montage|inbetriebnahme|service fee|"
    r"bearbeitungsgebuhr|"
    r"logist\w+|toll|maut|environmental|packaging|packing|fees?|levy|taxa de servico",
    "rounded": r"(?:ab|auf)?gerundet\w*|rounded|arredondad[oa]s?",
    "option": r"opt|optional\w*|options?|optionen|opcional|opcionais|opcao|opcoes|"
    r"alternativ\w*|alternate|eventualposition\w*|"
    r"bedarfsposition\w*|wahlweise|nep|not included|nicht (?:enthalten|inbegriffen|inkludiert)|"
    r"nao inclu(?:s|id)[oa]s?|"
    r"auf wunsch|on demand|not in (?:the )?total|ohne gesamtpreis|nicht in(?: der)? summe|"
    r"eventual",
    "included": r"included|inclusive|incl|inkl|inklusive|enthalten|inbegriffen|bereits|already|"
    r"inclus[oa]s?|ja incluid[oa]|"
    r"incluid[oa]s?|darin|thereof|davon|contained|therein|of which|applied|aplicad[oa]|"
    r"berucksichtigt|considerad[oa]|deducted|abgezogen|contid[oa]|dos quais",
    "free": r"n c|nc|frei|free(?: of charge)?|no charge|f o c|foc|gratis|kostenlos|kostenfrei|"
    r"ohne berechnung|o b|included|incl|inkl|"
    r"inklusive|enthalten|inbegriffen|inclus[oa]|incluid[oa]|sem custo|gratuit[oa]|cortesia|"
    r"bundled|waived",
    "reference": r"(?:see|siehe|s|vide|ver|cf|in|em) (?:pos\w*|items?|lines?|linha|zeile)"
    r"(?: \d+)+",
    "on request": r"on request|upon request|tbd|tba|tbc|to be (?:quoted|determined|defined|"
    r"confirmed)|auf anfrage|a a|n v|"
    r"nach aufwand|sob (?:consulta|demanda|pedido)|a definir|a combinar|call|poa|t b d",
    "rent": r"rent\w*|lease|leasing|subscri\w+|miete|mietpreis|abo|abonnement|alug\w+|locacao|"
    r"assinatura\w*|"
    r"as a service|managed service\w*|hosting|colocation|saas|staas|betrieb(?:sfuhrung)?",
    "footer": r"valid\w*|gultig\w*|validade|payment terms?|zahlungs\w+|zahlbar|condicoes|"
    r"lead time|lieferzeit\w*|"
    r"delivery time|prazo de entrega|page|seite|pagina|phone|tel|telefon|fax|iban|bic|"
    r"quote (?:no|number|id)|"
    r"angebots?\w* ?(?:nr|nummer|no)|angebotsnummer|customer (?:no|number)|kundennummer|"
    r"kunden nr|date|datum|vat id|ust id\w*|"
    r"qph\w*|tpm\w*|exchange rate|wechselkurs|cambio|zip|plz|cnpj|steuernummer|handelsregister|"
    r"hrb",
    "payment": r"deposits?|down ?payments?|pre ?payments?|advance payments?|anzahlung\w*|"
    r"abschlag\w*|adiantamento|sinal|"
    r"retention\w*|einbehalt\w*|retencao|skonto|cash discount (?=.*(?:days|within|payment))|"
    r"early payment|prompt payment|bei zahlung|zahlung innerhalb|payment (?:with)?in|"
    r"pagamento em|p pagamento|bei auftrag\w*|bei lieferung|nach abnahme|on order|on delivery|"
    r"upon \w+|na entrega|no pedido|"
    r"no aceite|on acceptance|milestone|bei bestellung|at signing|na assinatura|"
    r"desconto (?:financeiro|por antecipacao|a vista)|para pagamento|balance|restbetrag|"
    r"restsumme|remaining|saldo|"
    r"received|erhalten\w*|recebid[oa]|already paid|bereits gezahlt|ja pag[oa]|trade ?in paid",
    "rises": r"(?:increase|rise|steig|erhoh|aument|reajust)\w*",
    "changes": r"indexation|index(?:iert)?|"
    r"price adjustment|"
    r"from (?:the )?(?:\d+\w*|second|third|next) (?:year|month)|"
    r"after (?:the )?(?:first )?(?:\d+ )?(?:year|month)s?|"
    r"(?:first|initial|erste\w*|primeir[oa]s?) (?:\d+ |three |drei |tres )?(?:year|month|jahr|"
    r"monat|ano|mes)\w*|"
    r"ab (?:dem )?\d+\w* (?:jahr|monat)|ab (?:jahr|monat) \d+|a partir do (?:\d+\w*|segundo|"
    r"proximo) (?:ano|mes)|"
    r"(?:months?|monate?|meses)(?: \w+){0,4} (?:free|kostenfrei|kostenlos|frei|gratis)|"
    r"promotional|aktionspreis",
    "billed time": r"leistungszeitraum|abrechnungszeitraum|rechnungszeitraum|(?:billing|"
    r"service|invoice) period|"
    r"period of service|periodo de (?:servico|referencia|faturamento|cobranca)",
    "variant": r"(?:variant\w*|variante|angebot|offer|option|opcao|alternativ\w*|bundle|"
    r"package|paket|pacote|proposta|"
    r"quote|scenario|szenario|cenario|configuration|konfiguration) (?:[a-d]|[1-4]|i{1,3})",
    "credit": r"credit|gutschrift|credito|trade ?in|inzahlungnahme|abatimento|deduction|abzug|"
    r"less|abzuglich|deducao|menos",
    # units of a quantity
    "piece": r"pcs?|pieces?|ea|each|units?|unit|stk|stck|st|stuck|einheit(?:en)?|un|und|unid|"
    r"unidades?|pecas?|"
    r"items?|sets?|satz|kits?|jogos?|lic|licen[cs]es?|lizenz(?:en)?|licencas?|nodes?|knoten|tb|"
    r"gb|tib|gib|"
    r"hours?|hrs?|h|std|stunden?|horas?|days?|tage?|dias?|pt|psch|pauschal\w*|lump sum|ls|lot|"
    r"lote|pack|packs|"
    r"user|users|ports?|m|meter|metros?|vb|paar|pair|drives?|disks?|x|rack units?|ru|he",
    "months": r"months?|monate?n?|mes(?:es)?|mths?|mos|mon|mo",
    "years": r"years?|yrs?|jahren?|jahre?|anos?",
}
"""One table of words; nothing else in this folder tests a text for a meaning of its own."""

_BARE = {
    concept: re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])")
    for concept, words in WORDS.items()
}
_FILLERS = frozenset({
    "in", "of", "the", "per", "pro", "je", "por", "a", "and", "und", "e", "o", "de", "do",
    "da", "em", "im", "der", "die", "das", "for", "fur", "para", "no", "na", "to", "or",
    "incl", "inkl", "excl", "exkl", "zzgl", "vat", "mwst", "ust", "tax", "eur", "usd", "gbp",
    "brl", "chf", "euro", "euros", "us", "r", "k", "m", "t", "tsd", "teur", "keur", "kusd",
    "kchf", "tausend", "thousand", "thousands", "mil", "mio", "million", "estimated", "est",
    "approx", "ca", "geschatzt", "estimado", "estimada", "upon", "total", "totals", "line",
    "item", "items", "position", "pos", "price", "prices", "new", "neu", "novo", "customer",
    "partner", "dealer", "reseller", "end", "user", "project", "projekt", "projeto",
    "hardware", "software", "services", "service", "servicos", "license", "licence",
    "licenses", "subscription", "fee", "fees", "charge", "charges", "base", "basis", "regular",
    "current", "quoted", "quote", "offer", "offered", "angebot", "oferta", "proposta",
    "contract", "sales", "sale", "purchase", "kauf", "compra", "all", "alle", "todos", "up",
    "front", "before", "after", "nach", "vor", "antes", "apos", "with", "mit", "com",
    "without", "ohne", "sem", "discount", "rabatt", "desconto", "currency", "wahrung", "moeda",
    "rounded", "gerundet", "budget", "recurring", "wiederkehrend", "recorrente", "1", "2", "3",
    "12", "36", "100", "1000", "%", "st", "stk", "stuck", "pcs", "our", "unser", "nosso",
    "invoice", "rechnung", "on", "auf", "sobre", "list", "month", "months", "year", "years",
    "monat", "monate", "mes", "meses", "ano", "anos", "jahr", "jahre", "std", "standard",
    "special", "spezial", "as", "at", "it", "s", "usage", "nutzung", "uso", "storage",
    "support", "final", "resulting", "printed", "gedruckt", "impresso", "read", "c", "p",
    "tchf", "tusd", "tgbp", "tbrl", "kgbp", "kbrl",
})  # fmt: skip
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


def starts_note(words: str) -> bool:
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
