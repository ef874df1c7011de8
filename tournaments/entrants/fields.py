"""The fields of an entrant, defined once: forms, log, imports and exports follow it, archives follow the model."""

from typing import NamedTuple

from tournaments.rules.currency import money


class EntrantField(NamedTuple):
    """A field of :class:`tournaments.models.Entrant`. One that is not said otherwise is typed, imported and exported.

    ``label`` is that of forms and exports, ``headings`` what people write above such a column of their lists, in small
    letters and without anything but letters; ``is_public`` fields are on pages that everybody sees.
    """

    name: str
    label: str = ""
    headings: str = ""
    is_public: bool = False
    is_typed: bool = True
    is_imported: bool = True
    is_exported: bool = True
    is_of_pairs: bool = False

    @property
    def title(self) -> str:
        return self.label or self.name.replace("_", " ").capitalize()


FIELDS = (
    EntrantField("number", headings="number no nr entrantnumber entrantno", is_public=True, is_typed=False),
    EntrantField(
        "name",
        headings="name player playername playersname players fullname entrant entrants names firstlast firstlastname "
        "firstandlastname contestant participant attendee registrant attendeename participantname registrantname "
        "membername payer entrantlist playerlist playerslist listofentrants listofplayers roster",
        is_public=True,
    ),
    EntrantField(
        "partner", headings="partner partnername partnersname partnersfullname secondplayer teammate", is_public=True
    ),
    EntrantField(
        "acc_number",
        "ACC number",
        headings="acc accnumber accno accid accnum accmember accmembernumber accmembership accmembershipnumber member "
        "accnumbers membernumber membernumbers memberno memberid membership membershipnumber membershipno",
        is_public=True,
    ),
    EntrantField(
        "club", headings="club clubs clubname homeclub accclub cribbageclub grassroots grassrootsclub", is_public=True
    ),
    EntrantField(
        "city",
        headings="city cities town towns place hometown citystate citystateprovince cityprovince cityst location "
        "homecity townstate townandstate cityandstate towncity citytown townprovince cityzip",
        is_public=True,
    ),
    EntrantField("seat", is_public=True, is_typed=False, is_imported=False),
    EntrantField("house_player", is_public=True),
    EntrantField("first_game", is_public=True),
    EntrantField("withdrawn_after_game", is_public=True, is_typed=False),
    EntrantField("checked_in_at", "Checked in", is_typed=False, is_imported=False),
    EntrantField("fee_owed", headings="feeowed owed fee entryfee due amountdue"),
    EntrantField(
        "fee_paid",
        headings="feepaid paid payment paidyn paidyesno amountpaid amtpaid pd pmt totalpaid gross grossamount "
        "grosssales amountcollected totalcollected amountreceived",
    ),
    EntrantField("note", headings="note notes remark remarks comment comments"),
    EntrantField(
        "province",
        "State or province",
        headings="province territory provinceterritory provinceorterritory prov state st stateprovince stateorprovince "
        "provincestate provincestateorterritory stateprov provstate "
        "stateprovinceregioncountyterritoryprefecturerepublic",
    ),
    EntrantField("pool", headings="pool group division", is_public=True, is_typed=False, is_of_pairs=True),
    EntrantField(
        "birth_year", headings="birthyear yearofbirth born bornyear birthdate dateofbirth dob", is_of_pairs=True
    ),
    EntrantField(
        "partner_birth_year",
        "Partner's birth year",
        headings="partnersbirthyear partnerbirthyear partneryearofbirth partnerborn partnerbornyear partnersbirthdate "
        "partnerbirthdate partnerdateofbirth partnerdob",
        is_of_pairs=True,
    ),
    EntrantField("ages_confirmed", is_imported=False, is_of_pairs=True),
    EntrantField("accepted_doubts", "Plays in spite of", is_imported=False, is_of_pairs=True),
    EntrantField("acceptance_reason", "Because", is_imported=False, is_of_pairs=True),
    EntrantField("email", "E-mail", headings="email emails emailaddress emailaddresses mail eaddress"),
    EntrantField(
        "phone",
        headings="phone phones phonenumber phonenumbers phoneno telephone tel cell cellphone mobile mobilephone "
        "contactphonenumber",
    ),
    EntrantField(
        "stays_seated",
        "Must stay seated",
        headings="muststayseated muststay staysseated stayseated stays stationary stationaryseat anchor anchorseat "
        "needsanchor cannotmove doesnotmove nomove fixedseat permanentseat handicapped disabled disability wheelchair "
        "mobility needsstationaryseat needsanchorseat stationaryplayer stationaryyn anchoryn muststayseatedyn",
    ),
    EntrantField("seating_note", headings="seatingnote seatnote reasonforstayingseated seatingnotes"),
    EntrantField(
        "last_name", headings="lastname last lname surname familyname playerlast playerlastname", is_exported=False
    ),
    EntrantField(
        "first_name", headings="firstname first fname givenname forename playerfirst playerfirstname", is_exported=False
    ),
    EntrantField("suffix", headings="suffix jrsr namesuffix", is_exported=False),
    EntrantField("is_unnamed", "Not published by name", is_public=True, is_imported=False, is_exported=False),
    EntrantField("is_name_doubtful", is_typed=False, is_imported=False, is_exported=False),
)
NAMES = tuple(field.name for field in FIELDS)
TYPED = tuple(field.name for field in FIELDS if field.is_typed)
PUBLIC = frozenset(field.name for field in FIELDS if field.is_public)
OF_PAIRS = frozenset(field.name for field in FIELDS if field.is_of_pairs)
MONEY = ("fee_owed", "fee_paid")
TITLES = {field.name: field.title for field in FIELDS}


def exported(*, of_pairs: bool) -> list[EntrantField]:
    """Return what exports have, in the order of their columns."""
    found = [field for field in FIELDS if field.is_exported and (of_pairs or not field.is_of_pairs)]
    return sorted(found, key=lambda field: field.is_of_pairs)


def imported(*, of_pairs: bool) -> list[str]:
    """Return what a list may change of an entrant; the number only says which entrant it is."""
    return [
        field.name
        for field in FIELDS
        if field.is_imported and (of_pairs or not field.is_of_pairs) and field.name != "number"
    ]


def in_words(field: str, value: object) -> str:
    """Return the value of a field as pages compare it; blank where there is none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else money(value) if field in MONEY and isinstance(value, int) else str(value)
