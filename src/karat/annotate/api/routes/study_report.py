"""The report of a study: its figures, pictures, and the page that can be kept."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from karat.annotate.api.access import Caller, ServerDependency, ServerState, project_of_kind, require
from karat.annotate.api.routes.files import plain_name
from karat.annotate.api.schemas.files import NAME_PATTERN
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.study import StudyReportView
from karat.annotate.people import Person
from karat.annotate.permissions import Action
from karat.annotate.project import Project
from karat.annotate.study.loading import load_study
from karat.errors import MissingExtraError
from karat.model.study import Study
from karat.reports.html import converter
from karat.reports.html.figures.study import figure_names, study_figure
from karat.reports.html.study.page import study_page
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport

router = APIRouter(prefix="/projects/{project}/study", tags=["study"])

SVG: dict[int | str, dict[str, object]] = {200: {"description": "the picture", "content": {"image/svg+xml": {}}}}
PAGE: dict[int | str, dict[str, object]] = {200: {"description": "the page", "content": {"text/html": {}}}}


@router.get("/report")
def read_report(server: ServerDependency, caller: Caller, project: RowId) -> StudyReportView:
    """What the labels show so far; of a large study of a while ago."""
    _, report = measured(server, caller, find_study(server, caller, project))
    return StudyReportView(report=report.to_json(), figures=list(figure_names(report)) if can_draw() else [])


@router.get("/figures/{name}.svg", response_class=Response, responses=SVG)
def read_figure(
    server: ServerDependency,
    caller: Caller,
    project: RowId,
    name: Annotated[str, Path(pattern=NAME_PATTERN, description="one of the report's figures")],
    scheme: Annotated[Literal["light", "dark"] | None, Query(description="as the reader's system if absent")] = None,
) -> Response:
    """A picture of the report."""
    _, report = measured(server, caller, find_study(server, caller, project))
    return Response(study_figure(report, name, scheme), media_type="image/svg+xml")


@router.get("/report.html", response_class=Response, responses=PAGE)
def download_report(server: ServerDependency, caller: Caller, project: RowId) -> Response:
    """The report as one file that needs no server."""
    found = find_study(server, caller, project)
    study, report = measured(server, caller, found)
    headers = {"Content-Disposition": f'attachment; filename="{plain_name(found.name)}-report.html"'}
    return Response(study_page(study, report), media_type="text/html; charset=utf-8", headers=headers)


def find_study(server: ServerState, caller: Person, project: int) -> Project:
    """A study whose figures the caller may see."""
    require(caller, Action.SEE_AGREEMENT)
    return project_of_kind(server.store, caller, project, "study")


def measured(server: ServerState, caller: Person, project: Project) -> tuple[Study, StudyReport]:
    """Measure a study by the labels that the caller may see; once for the report and all its pictures."""

    def compute() -> tuple[Study, StudyReport]:
        study = load_study(server.store, project, reader=caller)
        return study, measure_study(study)

    version = server.store.work_version(project.id)
    return server.figures.find(("study report", project.id, caller.id), compute, version)


def can_draw() -> bool:
    """Whether what draws pictures is installed."""
    try:
        converter()
    except MissingExtraError:
        return False
    return True
